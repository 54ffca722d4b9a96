import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_changes")
struct ListChangesTests {
    @Test("a first purchase is a change, with its cause and its moments")
    func works() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning(id: "e_1"))
        let change = try #require(try await tenant.changes().first)
        #expect(change["number"] == 1)
        #expect(change["kind"] == "entitlements_changed")
        #expect(change["app_user_id"] == "u_42")
        #expect(change["cause"] == ["kind": "event", "id": "e_1"])
        #expect(change["before"]?["plan"] == "free")
        #expect(change["before"]?["entitlements"]?["plus"] == .null)
        #expect(change["after"]?["plan"] == "plus")
        #expect(change["after"]?["entitlements"]?["plus"]?["is_active"] == true)
        #expect(change["after"]?["entitlements"]?["plus"]?["source"] == "own")
        #expect(try await tenant.changes().count == 1)
    }

    @Test("pages go on after a number, and the last number is told")
    func pages() async throws {
        let tenant = try await TestTenant.create()
        for person in ["u_1", "u_2", "u_3"] { try await tenant.grant(to: person) }
        try await tenant.database.numberChanges()
        let first = try await tenant.database.call(
            ListChanges(after: nil, maximum: 2), in: tenant.id)
        #expect(first.compactMap(\.number) == [1, 2])
        #expect(first.map(\.lastNumber) == [3, 3])
        #expect(try await tenant.changes(after: 2).count == 1)
        let end = try await tenant.database.callOne(
            ListChanges(after: 3, maximum: 2), in: tenant.id)
        #expect(end.change == nil)
        #expect(end.lastNumber == 3)
    }

    @Test("a number that is not in the log is refused", arguments: [-1, 2])
    func gone(after: Int64) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.grant(to: "u_1")
        _ = try await tenant.changes()
        await expectFailure(.changesGone) { _ = try await tenant.changes(after: after) }
    }

    @Test("an app user's own changes are under any of their ids, and no others")
    func ownChanges() async throws {
        let tenant = try await TestTenant.create()
        let phone = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
        try await tenant.create(phone)
        try await tenant.grant(to: phone)
        try await tenant.grant(to: "u_other")
        try await tenant.identify(phone, as: "u_ana")
        try await tenant.grant("plus", to: "u_ana", for: "P1Y")
        let own = try await tenant.toldChanges(of: "u_ana")
        #expect(own == ["entitlements_changed \(phone) grant"])
        #expect(try await tenant.toldChanges(of: "u_stranger") == [])
    }

    @Test("another tenant's changes are invisible")
    func otherTenant() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await tenant.grant(to: "u_1")
        #expect(try await tenant.changes().count == 1)
        #expect(try await other.changes() == [])
        await expectFailure(.changesGone) { _ = try await other.changes(after: 1) }
    }

    @Test("erasing renames an app user in the log")
    func erased() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_ana", with: ["u_ben"])
        try await tenant.receive(.nowRunning(appUserID: "u_ana"))
        _ = try await tenant.changes()
        try await tenant.give(household, to: "u_ben")
        try await tenant.erase("u_ana")
        let people = Set(
            try await tenant.changes().compactMap { $0["app_user_id"]?.string })
        #expect(people.contains("u_ben"))
        #expect(!people.contains("u_ana"))
        #expect(people.count == 2)
    }
}
