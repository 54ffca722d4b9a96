import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth tenants secrets")
    struct TenantSecretCommandTests {
        @Test("a second secret takes the free slot, and a third must say which it replaces")
        func freeSlot() async throws {
            try await Self.withTenant { tenant, set in
                let first = try await set([], nil)
                #expect(first.exit == .status(0), "\(first.error)")
                #expect(first.output.hasPrefix("Bearer "))
                #expect(first.error.contains("slot 1 of authorization is set"))
                let live = try await tenant.storedSecrets()

                let plan = try await set(["--dry-run"], nil)
                #expect(
                    plan.output == "\(tenant.slug): slot 2 of authorization would be set\n")
                #expect(try await tenant.storedSecrets() == live)
                let second = try await set([], nil)
                #expect(second.error.contains("slot 2 of authorization is set"))
                let both = try await tenant.storedSecrets()
                #expect(both.count == 2)
                #expect(both.first == live.first)

                let third = try await set([], nil)
                #expect(third.exit == .status(65))
                #expect(
                    third.error.contains("both slots are taken: add --slot 1 or --slot 2"))
                #expect(third.output == "")
                #expect(try await tenant.storedSecrets() == both)
                let named = try await set(["--slot", "1", "--stdin"], "Bearer mine\n")
                #expect(named.output == "\(tenant.slug): slot 1 of authorization is replaced\n")
            }
        }

        @Test("a piped secret without --stdin is refused, and nothing is stored")
        func pipedSecret() async throws {
            try await Self.withTenant { tenant, set in
                let refused = try await set([], "Bearer mine\n")
                #expect(refused.exit == .status(65))
                #expect(refused.error.contains("Add --stdin to store it"))
                #expect(!refused.error.contains("mine"))
                #expect(refused.output == "")
                #expect(try await tenant.storedSecrets().isEmpty)
                let stored = try await set(["--stdin"], "Bearer mine\n")
                #expect(stored.output == "\(tenant.slug): slot 1 of authorization is set\n")
            }
        }

        private typealias SetSecret = (
            _ options: [String], _ input: String?
        ) async throws -> HearthProcess.Finished

        private static func withTenant(
            _ body: (TestTenant, SetSecret) async throws -> Void
        ) async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let environment = [
                    "DATABASE_URL": own.connectionString,
                    "HEARTH_ENCRYPTION_KEY": Data(repeating: 7, count: 32)
                        .base64EncodedString(),
                ]
                try await body(tenant) { options, input in
                    try await HearthProcess.run(
                        ["tenants", "secrets", "set", tenant.slug, "--kind", "authorization"]
                            + options, environment: environment, input: input)
                }
            }
        }
    }
}

extension TestTenant {
    fileprivate func storedSecrets() async throws -> [[UInt8]] {
        try await database.call(GetWebhookSecrets(), in: id).map(\.sealed)
    }
}
