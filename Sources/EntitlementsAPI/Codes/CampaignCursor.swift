import Entitlements

/// The end of a page of campaigns: its last campaign.
///
/// Opaque to callers; encoded so that they do not construct one.
struct CampaignCursor {
    let campaignID: String

    init(campaignID: String) {
        self.campaignID = campaignID
    }

    init(reading text: String) throws(Failure) {
        guard let bytes = Hexadecimal.bytes(text),
            let id = String(validating: bytes, as: UTF8.self), CampaignID.problem(with: id) == nil
        else { throw CursorText.refusal }
        campaignID = id
    }

    var text: String { Hexadecimal.text(campaignID.utf8) }
}
