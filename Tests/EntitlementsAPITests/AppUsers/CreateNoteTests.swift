import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("/v1/admin/users/{app_user_id}/notes")
struct CreateNoteTests {
    private func write(
        _ api: TestAPI, _ body: String, on person: String = "u_1", key: String? = nil
    ) async throws -> RawHTTPResponse {
        try await api.send(
            "createNote", "POST", "/v1/admin/users/\(person)/notes", key: key ?? api.secretKey,
            headers: [("Content-Type", "application/json"), ("Idempotency-Key", "form-1")],
            body: Array(body.utf8))
    }

    @Test("a note is written once for a key, listed, and in the timeline")
    func works() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: "u_1"))
            let longest = String(repeating: "é", count: 255)
            for _ in 0..<2 {
                let response = try await write(api, #"{"note": "\#(longest)"}"#)
                #expect(response.status == 201)
                #expect(try response.json["note"] == .string(longest))
            }
            let listed = try await api.get(
                "listNotes", "/v1/admin/users/u_1/notes?limit=1", key: api.secretKey)
            #expect(try listed.json["data"]?.array?.map { $0["note"] } == [.string(longest)])
            #expect(try listed.json["next_cursor"] == .null)
            let timeline = try await api.get(
                "listTimeline", "/v1/admin/users/u_1/timeline?kind=note", key: api.secretKey)
            let entries = try timeline.json["data"]?.array ?? []
            #expect(entries.map { $0["data"]?["note"] } == [.string(longest)])
        }
    }

    @Test("a long, empty or misspelt note, a read key and an unknown app user are refused")
    func refused() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: "u_1"))
            let long = String(repeating: "a", count: 256)
            for body in [#"{"note": "\#(long)"}"#, #"{"note": ""}"#, #"{"note": 1}"#, "{}"] {
                let response = try await write(api, body)
                #expect(response.status == 422, "\(body)")
                #expect(try response.pointers == ["/note"])
            }
            let note = #"{"note": "n"}"#
            #expect(try await write(api, note, key: api.readKey).status == 403)
            #expect(try await write(api, note, on: "u_2").code == "app_user_not_found")
            let list = try await api.get("listNotes", "/v1/admin/users/u_1/notes")
            #expect(list.status == 403)
        }
    }
}
