import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/users/{app_user_id}/entitlements")
struct GetEntitlementsTests {
    /// During the purchase of the tests.
    private static let during = "as_of=2026-11-21T10:00:00Z"

    @Test("a purchase's entitlement has its source and times")
    func bought() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: "u_42"))
            let response = try await api.get(
                "getEntitlements", "/v1/users/u_42/entitlements?\(Self.during)")
            #expect(response.status == 200)
            #expect(response["cache-control"] == "private, no-cache")
            let json = try response.json
            #expect(json["app_user_id"] == "u_42")
            #expect(json["as_of"] == "2026-11-21T10:00:00.000Z")
            #expect(json["plan"] == "plus")
            #expect(json["entitlements"]?["plus"]?["is_active"] == true)
            #expect(json["entitlements"]?["plus"]?["source"]?["kind"] == "own")
        }
    }

    @Test("an unknown app user has no entitlements, and is not created")
    func unknown() async throws {
        try await TestAPI.run { api in
            let response = try await api.get("getEntitlements", "/v1/users/nobody/entitlements")
            #expect(response.status == 200)
            #expect(try response.json["entitlements"] == [:])
            #expect(try response.json["plan"] == "free")
            let person = try await api.get("getAppUser", "/v1/users/nobody")
            #expect(try person.code == "app_user_not_found")
        }
    }

    @Test("of many lookups at once, each gets its own answer")
    func many() async throws {
        try await TestAPI.run { api in
            for number in stride(from: 0, to: 60, by: 3) {
                try await api.tenant.receive(.nowRunning(appUserID: "u_\(number)"))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<120 {
                    group.addTask {
                        let id = "u_\(number % 60)"
                        let response = try await api.get(
                            "getEntitlements", "/v1/users/\(id)/entitlements")
                        let answer = try response.json
                        #expect(answer["app_user_id"] == .string(id))
                        #expect(answer["plan"] == (number % 3 == 0 ? "plus" : "free"), "\(id)")
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(
        "spellings of one id name one app user, and an id may hold any character",
        arguments: [
            ("$RCAnonymousID:x", ["$RCAnonymousID:x", "%24RCAnonymousID%3Ax"]),
            ("a/b", ["a%2Fb", "a%2fb"]), ("a%2Fb", ["a%252Fb"]), ("é 👪", ["%C3%A9%20%F0%9F%91%AA"]),
            ("..", [".."]), ("a+b", ["a+b", "a%2Bb"]),
        ])
    func spellings(_ id: String, _ spellings: [String]) async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: id))
            for spelling in spellings {
                let response = try await api.get(
                    "getEntitlements", "/v1/users/\(spelling)/entitlements?\(Self.during)")
                #expect(try response.json["app_user_id"] == .string(id))
                #expect(try response.json["plan"] == "plus")
            }
        }
    }

    @Test(
        "a malformed or too long id is refused",
        arguments: ["%zz", "%ff", "%00", "a%", String(repeating: "a", count: 1_501)])
    func badID(_ id: String) async throws {
        try await TestAPI.run { api in
            let response = try await api.get("getEntitlements", "/v1/users/\(id)/entitlements")
            #expect(response.status == 400)
            #expect(try response.code == "invalid_request")
        }
    }

    @Test("the longest id has 1,500 decoded bytes")
    func longestID() async throws {
        try await TestAPI.run { api in
            let id = String(repeating: "%C3%A9", count: 750)
            let response = try await api.get("getEntitlements", "/v1/users/\(id)/entitlements")
            #expect(response.status == 200)
        }
    }

    @Test("an unchanged answer is 304, and a changed one is sent")
    func notModified() async throws {
        try await TestAPI.run { api in
            let target = "/v1/users/u_42/entitlements"
            let first = try await api.get("getEntitlements", target)
            let tag = try #require(first["etag"])
            let second = try await api.get(
                "getEntitlements", target, headers: [("If-None-Match", "\"a\", \(tag)")])
            #expect(second.status == 304)
            #expect(second["etag"] == tag)
            #expect(second["cache-control"] == "private, no-cache")

            try await api.tenant.receive(
                .initialPurchase(appUserID: "u_42", expiresAt: "2999-01-01T00:00:00Z"))
            let third = try await api.get(
                "getEntitlements", target, headers: [("If-None-Match", tag)])
            #expect(third.status == 200)
            #expect(third["etag"] != tag)
        }
    }

    @Test("as_of changes the tag, and a star matches any tag")
    func tagOfMoment() async throws {
        try await TestAPI.run { api in
            let target = "/v1/users/u_42/entitlements?\(Self.during)"
            let asked = try await api.get("getEntitlements", target)
            let now = try await api.get("getEntitlements", "/v1/users/u_42/entitlements")
            #expect(asked["etag"] != now["etag"])
            let any = try await api.get(
                "getEntitlements", target, headers: [("If-None-Match", "*")])
            #expect(any.status == 304)
        }
    }

    @Test(
        "each problem of the query has its pointer",
        arguments: [
            ("as_off=2026-11-21T10:00:00Z", "/as_off"), ("as_of=yesterday", "/as_of"),
            ("as_of=", "/as_of"), ("environment=test", "/environment"),
            ("environment=sandbox&environment=sandbox", "/environment"),
        ])
    func badQuery(_ query: String, _ pointer: String) async throws {
        try await TestAPI.run { api in
            let response = try await api.get(
                "getEntitlements", "/v1/users/u_42/entitlements?\(query)")
            #expect(response.status == 422)
            #expect(try response.code == "validation_failed")
            #expect(try response.pointers == [pointer])
        }
    }

    @Test("production and sandbox are separate")
    func environments() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .initialPurchase(appUserID: "u_42").setting("environment", "SANDBOX"))
            for (environment, plan) in [("production", "free"), ("sandbox", "plus")] {
                let response = try await api.get(
                    "getEntitlements",
                    "/v1/users/u_42/entitlements?environment=\(environment)&\(Self.during)")
                #expect(try response.json["plan"] == .string(plan))
            }
        }
    }

    @Test("HEAD returns the head alone")
    func head() async throws {
        try await TestAPI.run { api in
            try await RawHTTPConnection.with(port: api.port) { connection in
                let credential = "Host: a\r\nAuthorization: Bearer \(api.readKey)\r\n\r\n"
                try await connection.send("HEAD /v1/users/u/entitlements HTTP/1.1\r\n" + credential)
                try await connection.send("GET /v1/users/u/entitlements HTTP/1.1\r\n" + credential)
                let head = try await connection.head()
                let whole = try await connection.response()
                #expect(head.status == 200)
                #expect(head["etag"] == whole["etag"])
                #expect(head["content-length"] == String(whole.body.count))
            }
        }
    }
}
