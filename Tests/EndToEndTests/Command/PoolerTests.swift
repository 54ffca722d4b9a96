import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("A pooler in between is found", .enabled(if: Pooler.isPresent))
    struct PoolerTests {
        private static let key = Data(repeating: 7, count: 32).base64EncodedString()

        @Test(
            "doctor names it, and serve refuses sessions that act as another role",
            arguments: [("transaction", "fail"), ("session", "warn")])
        func found(mode: String, status: String) async throws {
            try await ScratchDatabase.with { own in
                try await Pooler.with(own.connectionString, mode: mode) { url in
                    let environment = [
                        "DATABASE_URL": url, "HEARTH_ENCRYPTION_KEY": Self.key, "HEARTH_PORT": "0",
                    ]
                    let examined = try await HearthProcess.run(
                        ["doctor", "--json"], environment: environment)
                    #expect(examined.exit == .status(78))
                    let checks = try JSONParser.parse(Array(examined.output.utf8))["checks"]?.array
                    let found = Dictionary(
                        uniqueKeysWithValues: (checks ?? []).map {
                            ($0["name"]?.string ?? "", $0["status"]?.string)
                        })
                    #expect(found["pooler"] == status, "\(examined.output)")
                    #expect(found["login"] == "fail")

                    let served = try await HearthProcess.run(["serve"], environment: environment)
                    #expect(served.exit == .status(78))
                    #expect(served.error.contains("not as hearth_server"), "\(served.error)")
                }
            }
        }
    }
}
