import ArgumentParser
import TestSupport
import Testing

@testable import hearth

@Suite("Names that commands had in the release before")
struct FormerNamesTests {
    @Test(
        "still call the same command",
        arguments: [
            ("tenant list", "tenants list"), ("help tenant plan", "help tenants plan"),
            ("tenant secret set myapp", "tenants secrets set myapp"),
            ("tenants secret set myapp", "tenants secrets set myapp"),
            ("tenant signing-key rotate myapp", "tenants signing-keys rotate myapp"),
            ("key list --tenant key", "keys list --tenant key"),
            ("endpoint show a b", "endpoints show a b"), ("webhook status a", "webhooks status a"),
            ("token explain", "tokens explain"), ("reconcile cancel a b", "runs cancel a b"),
            ("reconcile drift a b", "runs drift a b"),
            ("reconcile start a", "reconcile start a"), ("find tenant key", "find tenant key"),
            ("", ""),
        ])
    func renamed(line: String, now: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(FormerNames.renamed(in: words).joined(separator: " ") == now)
    }

    @Test("are in no help")
    func hidden() {
        let names = Leaf.allCommands.map { $0.command._commandName }
        let former = ["tenant", "key", "endpoint", "webhook", "token", "secret", "signing-key"]
        #expect(Set(names).isDisjoint(with: former))
        #expect(!Leaf.all.map(\.line).contains("hearth reconcile cancel"))
    }
}

extension BinaryTests.Commands {
    @Suite("A former name on a command line")
    struct FormerNameRunTests {
        @Test("runs the command and gets its suggestions")
        func runs() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let environment = ["DATABASE_URL": own.connectionString]
                let list = try await HearthProcess.run(
                    ["tenant", "list"], environment: environment)
                #expect(list.output.contains(tenant.slug))
                let cancel = try await HearthProcess.run(
                    ["reconcile", "cancel", tenant.slug, Leaf.unknownID], environment: environment)
                #expect(cancel.exit == .status(66), "\(cancel.error)")
                let wrong = try await HearthProcess.run(["tenant", "lst"])
                #expect(wrong.error.contains("Did you mean 'hearth tenants list'?"))
            }
        }
    }
}
