import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth tenants plan, apply, history, diff, show and list")
    struct TenantPlanTests {
        @Test("a plan names who loses what; only --allow-removal applies it; the history tells")
        func removal() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(like: "yapmate", in: own.database)
                try await tenant.receive(
                    .nonRenewingPurchase(
                        appUserID: "u_1", product: "com.yapmate.pro.monthly",
                        expiresAt: "2999-01-01T00:00:00Z"))
                let environment = ["DATABASE_URL": own.connectionString]
                let run = { (arguments: [String]) in
                    try await HearthProcess.run(
                        ["tenants"] + arguments, environment: environment)
                }
                let original = try String(
                    contentsOf: PackageRoot.url.appending(path: "examples/tenants/yapmate.yaml"),
                    encoding: .utf8
                ).replacing("tenant: yapmate", with: "tenant: \(tenant.slug)")
                let path = "/tmp/hearth-test-\(UUID().uuidString).yaml"
                defer { try? FileManager.default.removeItem(atPath: path) }
                let renamed = original.replacing(" pro:", with: " gold:")
                    .replacing("[pro]", with: "[gold]")
                    .replacing("entitlement: pro ", with: "entitlement: gold ")
                try renamed.write(toFile: path, atomically: true, encoding: .utf8)

                let plan = try await run(["plan", path])
                #expect(plan.exit == .status(0), "\(plan.error)")
                #expect(plan.output.contains("\(tenant.slug): would be updated"))
                #expect(plan.output.contains("  - entitlements pro\n"))
                #expect(plan.output.contains("  ! 1 app users lose pro: u_1\n"))
                #expect(plan.output.contains("  ! 1 app users gain gold: u_1\n"))
                #expect(plan.output.contains("--allow-removal"))
                let refused = try await run(["apply", path])
                #expect(refused.exit == .status(65))
                #expect(refused.error.contains("\(tenant.slug) was not changed"))
                #expect(refused.error.contains("  - entitlements pro\n"))
                let applied = try await run(["apply", "--allow-removal", path])
                #expect(applied.output.hasPrefix("\(tenant.slug): updated\n"))

                let history = try await run(["history", tenant.slug])
                let lines = history.output.split(separator: "\n")
                #expect(lines.count == 3)
                #expect(lines[1].contains("operator:"))
                #expect(try await run(["show", tenant.slug]).output == renamed)
                let diff = try await run(["diff", tenant.slug])
                #expect(diff.output.contains("  + entitlements gold\n"))
                let list = try await run(["list"])
                #expect(list.output.contains("\n\(tenant.slug)  "))
                let unknown = try await run(["show", tenant.slug, "--file-version", "99"])
                #expect(unknown.exit == .status(66))
            }
        }
    }
}
