import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Lists campaigns of codes.
struct CampaignsList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the campaigns of codes, and how often they were used.",
        discussion: "Example: hearth campaigns list myapp")

    @OptionGroup var list: ListOptions

    static let columns: [Column] = [
        "campaign_id", "origin", "is_open", .gives, "redemptions", "max_redemptions",
        "codes", "valid_from", "valid_until", "revoked_at",
    ]

    func run() async throws {
        let cursor = try list.cursor(CampaignCursor.init(reading:))
        try await list.run(
            ListCampaigns(pageLimit: list.pageLimit, afterCampaignID: cursor?.campaignID),
            Self.columns,
            cursor: \.cursor.text, answer: \.answer)
    }
}

extension Column {
    /// What a code gives, and for how long.
    static let gives = Column("gives") { row in
        let gives = row["gives"]
        let subject = gives?["entitlement_id"]?.string ?? gives?["product_id"]?.string
        return [subject, gives?["duration"]?.string].compactMap(\.self).joined(separator: " ")
    }
}
