import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("create_note")
struct CreateNoteTests {
    private let phone = "$RCAnonymousID:phone"

    @Test("a note on an unknown or erased app user, or one of another tenant, is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.create(phone)
        await expectFailure(.appUserNotFound) { try await tenant.note("n", on: phone) }
        try await tenant.create(phone)
        try await tenant.note("n", on: phone)
        try await tenant.erase(phone)
        await expectFailure(.appUserNotFound) { try await tenant.note("n", on: phone) }
        let name = try await tenant.auditEntries().first?["app_user_ids"]?.array?.first?.string
        await expectFailure(.appUserNotFound) {
            try await tenant.note("n", on: try #require(name))
        }
        #expect(try await tenant.notes(of: phone) == [])
        #expect(try await other.notes(of: phone) == [])
    }

    @Test("a key repeats its note once, and refuses another note")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create(phone)
        let first = try await tenant.note("n", on: phone, key: "k")
        let again = try await tenant.note("n", on: phone, key: "k")
        #expect(first == again)
        await expectFailure(.idempotencyKeyReused) {
            try await tenant.note("other", on: phone, key: "k")
        }
        #expect(try await tenant.notes(of: phone).count == 1)
    }

    @Test("a note goes with its id at a merge, and back when that is undone")
    func merged() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create(phone)
        try await tenant.note("of the phone", on: phone)
        let merge = try await tenant.identify(phone, as: "u_1")
        try await tenant.note("of the account", on: "u_1")
        #expect(try await tenant.notes(of: "u_1") == ["of the account", "of the phone"])
        let id = merge["merge_id"]?.string.flatMap(UUID.init(uuidString:))
        try await tenant.undo(try #require(id))
        #expect(try await tenant.notes(of: phone) == ["of the phone"])
        #expect(try await tenant.notes(of: "u_1") == ["of the account"])
    }

    @Test("notes race with an erasure: none is left under any name")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        for round in 0..<8 {
            let person = "$RCAnonymousID:\(round)"
            try await tenant.create(person)
            let refusals = try await tenant.race([
                { try await tenant.note("before", on: person) },
                { try await tenant.erase(person) },
                { try await tenant.note("after", on: person) },
            ])
            #expect(Set(refusals).isSubset(of: [nil, .appUserNotFound]), "\(refusals)")
            #expect(refusals[1] == nil)
        }
        let left = try await TestDatabase.shared.administer(
            "select from entitlements.operator_notes where tenant_id = '\(tenant.id)'")
        #expect(left.isEmpty)
    }
}
