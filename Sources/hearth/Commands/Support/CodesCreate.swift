import ArgumentParser
import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Creates a batch of codes and prints them; they cannot be shown again.
struct CodesCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a batch of codes and print it once, as CSV.",
        discussion: """
            Each code can be redeemed once. Only digests are stored, so lost codes cannot be shown \
            again: revoke the batch and create another. A line is printed when its code is stored.

            Example: hearth codes create myapp --campaign launch --count 100 > codes.csv
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Option(help: "The campaign, from the tenant file or the API.")
    var campaign: String

    @Option(help: "How many codes.")
    var count: Int

    @OptionGroup var database: DatabaseOption

    static let countRange = 1...1_000_000

    func validate() throws {
        guard Self.countRange.contains(count) else {
            throw ValidationError("--count must be from 1 to \(Self.countRange.upperBound).")
        }
    }

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let batch = UUID()
            var random = SystemRandomNumberGenerator()
            var missing = count
            while missing > 0 {
                let codes = (0..<min(missing, Int(CreateCodes.maximumCodes))).map { _ in
                    PromoCode(
                        bytes: (0..<PromoCode.byteCount).map { _ in
                            UInt8.random(in: .min ... .max, using: &random)
                        })
                }
                _ = try await installation.database.callOne(
                    CreateCodes(campaignID: campaign, batchID: batch, codes: codes), in: id)
                if missing == count { print("code,campaign_id,batch_id") }
                for code in codes {
                    print(CSVRow.line([code.text, campaign, batch.uuidString.lowercased()]))
                }
                missing -= codes.count
            }
        }
    }
}
