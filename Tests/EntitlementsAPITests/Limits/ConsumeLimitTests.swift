import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Limits over HTTP")
struct ConsumeLimitTests {
    private func use(
        _ api: TestAPI, _ body: JSONValue, _ verb: String = "consume", of limit: String = "scans",
        headers: [(String, String)] = []
    ) async throws -> RawHTTPResponse {
        try await api.post(
            verb == "release" ? "releaseUse" : "\(verb)Limit",
            "/v1/users/u_1/limits/\(limit)/\(verb)", body, headers: headers)
    }

    @Test("usage counts up to the limit; a refusal names the upgrade")
    func consumed() async throws {
        try await TestAPI.run(like: "metered") { api in
            for left in [Int64(2), 1, 0] {
                let response = try await use(api, [:])
                #expect(response.status == 200)
                #expect(try response.json["remaining"] == .integer(left))
                #expect(try response.json["is_allowed"] == true)
            }
            let refused = try await use(api, [:])
            #expect(try refused.refusal == "429 limit_reached")
            #expect(try refused.json["upgrade"] == ["premium"])
            #expect(refused["retry-after"] == nil)
            guard case .integer(let seconds)? = try refused.json["retry_after_seconds"] else {
                Issue.record("no retry_after_seconds")
                return
            }
            #expect(seconds > 0)
            let limits = try await api.get("getLimits", "/v1/users/u_1/limits")
            #expect(try limits.json["limits"]?["scans"]?["used"] == 3)
            #expect(try limits.json["limits"]?["recipes"]?["used"] == 0)
        }
    }

    @Test(
        "with refuse=false a reached limit is an answer, and nothing is counted",
        arguments: ["consume", "reserve"])
    func notRefused(verb: String) async throws {
        try await TestAPI.run(like: "metered") { api in
            let path = "/v1/users/u_1/limits/scans/\(verb)"
            let asked = { (refuse: String, amount: JSONValue) in
                try await api.post("\(verb)Limit", path + "?refuse=" + refuse, ["amount": amount])
            }
            let allowed = try await asked("false", 2)
            #expect(try allowed.json["is_allowed"] == true)
            #expect(try allowed.json["reservation_id"] != nil || verb == "consume")
            let refused = try await asked("false", 2)
            #expect(refused.status == 200)
            #expect(try refused.json["is_allowed"] == false)
            #expect(try refused.json["used"] == 2)
            #expect(try refused.json["upgrade"] == ["premium"])
            #expect(try refused.json["as_of"] != nil)
            #expect(try refused.json["reservation_id"] == nil)
            #expect(try await asked("true", 2).refusal == "429 limit_reached")
            #expect(try await asked("no", 1).pointers == ["/refuse"])
            #expect(try await asked("false", 1).json["used"] == 3)
            let unknown = try await api.post(
                "\(verb)Limit", "/v1/users/u_1/limits/scams/\(verb)?refuse=false", [:])
            #expect(try unknown.refusal == "404 limit_not_in_catalog")
        }
    }

    @Test("usage counts once for a reference or an Idempotency-Key")
    func repeated() async throws {
        try await TestAPI.run(like: "metered") { api in
            for (body, headers) in [
                (["reference": "page 7"] as JSONValue, [(String, String)]()),
                ([:], [("Idempotency-Key", "page-8")]),
            ] {
                let first = try await use(api, body, headers: headers)
                let again = try await use(api, body, headers: headers)
                #expect(try first.json["reservation_id"] == again.json["reservation_id"])
            }
            let limits = try await api.get("getLimits", "/v1/users/u_1/limits")
            #expect(try limits.json["limits"]?["scans"]?["used"] == 2)
            let other = try await use(api, ["reference": "page 7", "amount": 2])
            #expect(try other.refusal == "422 reference_reused")
        }
    }

    @Test("a reservation is confirmed and released")
    func reserved() async throws {
        try await TestAPI.run(like: "metered") { api in
            let end = { (verb: String, reservation: String) in
                try await api.send(
                    "\(verb)Reservation", "POST", "/v1/reservations/\(reservation)/\(verb)",
                    key: api.secretKey)
            }
            let reserved = try await use(api, ["expires_in_seconds": 60], "reserve")
            #expect(try reserved.json["status"] == "reserved")
            let id = try #require(try reserved.json["reservation_id"]?.string)
            #expect(try await end("confirm", id).json["status"] == "used")
            #expect(try await end("release", id).json["used"] == 0)
            #expect(try await end("confirm", id).refusal == "409 reservation_released")
            #expect(try await end("release", "no-uuid").refusal == "404 reservation_not_found")
        }
    }

    @Test("each invalid request is refused with its code or pointer")
    func refused() async throws {
        try await TestAPI.run(like: "metered") { api in
            #expect(try await use(api, [:], of: "scams").refusal == "404 limit_not_in_catalog")
            for (body, pointer) in [
                (["amount": 0] as JSONValue, "/amount"), (["amount": 1_000_001], "/amount"),
                (["reference": ""], "/reference"), (["price": 1], "/price"),
            ] {
                #expect(try await use(api, body).pointers == [pointer])
            }
            let tooLong = try await use(api, ["expires_in_seconds": 86_401], "reserve")
            #expect(try tooLong.pointers == ["/expires_in_seconds"])
            let reader = try await api.send(
                "consumeLimit", "POST", "/v1/users/u_1/limits/scans/consume", key: api.readKey,
                headers: [("Content-Type", "application/json")], body: Array("{}".utf8))
            #expect(try reader.refusal == "403 forbidden")
        }
    }

    @Test("uses are listed in pages, dated back and released by reference")
    func history() async throws {
        try await TestAPI.run(like: "metered") { api in
            let past = "2026-01-01T00:00:00.000Z"
            let tooEarly = try await use(api, ["used_at": "2020-01-01T00:00:00.000Z"])
            #expect(try tooEarly.refusal == "422 used_at_out_of_range")
            #expect(try await use(api, ["used_at": "today"]).pointers == ["/used_at"])
            #expect(
                try await use(api, ["used_at": .string(past), "reference": "old"]).status == 200)
            #expect(try await use(api, ["reference": "new"]).status == 200)
            let uses = "/v1/users/u_1/limits/scans/uses"
            let first = try await api.get("listUses", uses + "?limit=1")
            #expect(try first.json["data"]?.array?.map { $0["reference"] } == ["new"])
            let cursor = try #require(try first.json["next_cursor"]?.string)
            let second = try await api.get("listUses", uses + "?limit=1&cursor=\(cursor)")
            #expect(try second.json["data"]?.array?.map { $0["used_at"] } == [.string(past)])
            #expect(try second.json["next_cursor"] == .null)
            let released = try await use(api, ["reference": "new"], "release")
            #expect(try released.json["status"] == "released")
            let unknown = try await use(api, ["reference": "none"], "release")
            #expect(try unknown.refusal == "404 reservation_not_found")
            #expect(try await use(api, [:], "release").pointers == ["/reference"])
            let other = try await api.get("listUses", "/v1/users/u_1/limits/scams/uses")
            #expect(try other.refusal == "404 limit_not_in_catalog")
        }
    }

    @Test("a token shows the limits of its app user")
    func mine() async throws {
        try await TestAPI.run(like: "metered") { api in
            try await api.tenant.takeTokens(like: "metered")
            try await api.tenant.consume("scans", by: "u_42", 2)
            let mine = try await api.me("getMyLimits", "/v1/me/limits", as: "u_42")
            #expect(try mine.json["limits"]?["scans"]?["used"] == 2)
            let yours = try await api.me("getMyLimits", "/v1/me/limits", as: "u_7")
            #expect(try yours.json["limits"]?["scans"]?["used"] == 0)
        }
    }
}
