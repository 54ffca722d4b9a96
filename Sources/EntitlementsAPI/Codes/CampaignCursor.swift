package import Entitlements

/// The end of a page of campaigns: its last campaign.
///
/// Opaque to callers; encoded so that they do not construct one.
package struct CampaignCursor {
    package let campaignID: String

    package init(campaignID: String) {
        self.campaignID = campaignID
    }

    package init(reading text: String) throws(Failure) {
        guard let bytes = Hexadecimal.bytes(text),
            let id = String(validating: bytes, as: UTF8.self), CampaignID.problem(with: id) == nil
        else { throw CursorText.refusal }
        campaignID = id
    }

    package var text: String { Hexadecimal.text(campaignID.utf8) }
}
