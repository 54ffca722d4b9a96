import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_notes")
struct ListNotesTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"
    private let phone = "$RCAnonymousID:phone"

    @Test("a note is listed newest first, in pages, with its author and time")
    func works() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create(phone)
        for (number, text) in ["first", "second", "third"].enumerated() {
            try await tenant.note(text, on: phone, at: noon.advanced(byDays: Int64(number)))
        }
        let first = try await tenant.notePage(of: phone, size: 2)
        let rest = try await tenant.notePage(of: phone, size: 2, after: first.last)
        let notes = try (first + rest).map { try JSONParser.parse($0.answer) }
        #expect(notes.map { $0["note"] } == ["third", "second", "first"])
        #expect(
            notes.last == [
                "note_id": try #require(notes.last?["note_id"]), "app_user_id": .string(phone),
                "note": "first", "author": "secret_key:test",
                "author_name": nil,
                "written_at": .string(noon.rfc3339),
            ])
    }

    @Test("an unknown app user, and one of another tenant, has none")
    func others() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.create(phone)
        try await other.note("theirs", on: phone)
        #expect(try await tenant.notePage(of: phone, size: 2).isEmpty)
    }
}
