import Entitlements
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth codes")
    struct CodesCommandTests {
        @Test("a batch is printed once as CSV, and each code is redeemed once")
        func create() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database) {
                    $0.codes.campaigns = [.giving(as: "spring, \"27\"", code: nil)]
                }
                let environment = ["DATABASE_URL": own.connectionString]
                let created = try await HearthProcess.run(
                    [
                        "codes", "create", tenant.slug, "--campaign", "spring, \"27\"", "--count",
                        "10001",
                    ], environment: environment)
                #expect(created.exit == .status(0), "\(created.error)")
                let lines = created.output.split(separator: "\n")
                #expect(lines.first == "code,campaign_id,batch_id")
                try #require(lines.count == 10_002)
                let codes = Set(lines.dropFirst().map { String($0.prefix(19)) })
                #expect(codes.count == 10_001)
                #expect(lines[1].contains(",\"spring, \"\"27\"\"\","))
                let code = try #require(codes.first)
                try await tenant.redeem(code, by: "u_1")
                await #expect(throws: Failure.self) { try await tenant.redeem(code, by: "u_2") }
                let stored = "select count(*) from entitlements.codes"
                #expect(try await own.ask(stored) == "10001")
            }
        }

        @Test("an unknown campaign and a wrong count are refused, and nothing is printed")
        func refused() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let environment = ["DATABASE_URL": own.connectionString]
                let unknown = try await HearthProcess.run(
                    ["codes", "create", tenant.slug, "--campaign", "none", "--count", "2"],
                    environment: environment)
                #expect(unknown.exit == .status(66))
                #expect(
                    unknown.error.contains("“none” is not an open campaign; open campaigns: none."))
                let none = try await HearthProcess.run(
                    ["codes", "create", tenant.slug, "--campaign", "none", "--count", "0"],
                    environment: environment)
                #expect(none.exit == .status(64))
            }
        }
    }
}
