import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Lists an app user's charges.
struct TransactionsList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List an app user's charges and refunds, newest first.",
        discussion: "Example: hearth transactions list myapp u_42")

    @OptionGroup var list: ListOptions

    @Argument(help: "Any id of the app user.")
    var user: AppUserID

    @OptionGroup var environment: EnvironmentOption

    static let columns: [Column] = [
        "purchased_at", "transaction_id", "store", "product_id", "period_type",
        "period_ends_at", price("price"), "refunded_at", price("refunded_price"),
    ]

    func run() async throws {
        let cursor = try list.cursor(MomentCursor.init(reading:))
        try await list.run(
            ListTransactions(
                appUserID: user, environment: environment.name, pageLimit: list.pageLimit,
                beforePurchasedAt: cursor?.moment, beforeChargeID: cursor?.id),
            Self.columns,
            cursor: \.cursor.text, answer: \.answer)
    }

    /// An amount with its currency.
    private static func price(_ member: String) -> Column {
        Column(member.replacing("_", with: " ")) { charge in
            guard let price = charge[member]?.object else { return nil }
            return [price["amount"], price["currency"]].compactMap { $0?.shown }
                .joined(separator: " ")
        }
    }
}
