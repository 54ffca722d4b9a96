import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_definition")
struct GetDefinitionTests {
    @Test("a definition is shown with its file and what it changed")
    func shown() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.apply { $0.name = "A" }
        var definition = try TestTenant.definition(of: "stockpot")
        definition.slug = TenantSlug(unchecked: tenant.slug)
        definition.name = "B"
        _ = try await tenant.database.callOne(
            ApplyTenant(
                definition, source: "name: B # why", appliedBy: "operator:ana",
                allowsRemoval: false))
        let last = try await tenant.shown(GetDefinition())
        #expect(last.source == "name: B # why")
        #expect(last.appliedBy == "operator:ana")
        #expect(try JSONParser.parse(last.definition)["name"] == "B")
        #expect(try Self.names(last) == ["A → B"])
        let first = try await tenant.shown(GetDefinition(definitionVersion: last.shownVersion - 2))
        #expect(
            try JSONParser.parse(first.changes).array?.allSatisfy {
                $0["change"] == "added"
            } == true)
        let whole = try await tenant.shown(GetDefinition(comparedVersion: first.shownVersion))
        #expect(try Self.names(whole) == ["Stockpot → B"])
    }

    @Test("an unknown version and another tenant's are not found")
    func notFound() async throws {
        let tenant = try await TestTenant.create()
        for call in [GetDefinition(definitionVersion: 99), GetDefinition(comparedVersion: 99)] {
            await expectFailure(.definitionNotFound) { _ = try await tenant.shown(call) }
        }
    }

    private static func names(_ row: GetDefinition.Row) throws -> [String] {
        (try JSONParser.parse(row.changes).array ?? []).map {
            "\($0["before"]?.string ?? "") → \($0["after"]?.string ?? "")"
        }
    }
}

extension TestTenant {
    fileprivate func shown(_ call: GetDefinition) async throws -> GetDefinition.Row {
        try await database.callOne(call, in: id)
    }
}
