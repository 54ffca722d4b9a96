import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Every error is a problem document")
struct ErrorAnswerTests {
    @Test("a path without a route is not found, with or without credentials")
    func notFound() async throws {
        try await TestAPI.run { api in
            for path in ["//", "/v1", "/v1/user", "/v1//users/u", "/v1/users/u/", "/livez/"] {
                let response = try await api.send("getLiveness", "GET", path)
                #expect(response.status == 404)
                #expect(try response.code == "not_found")
            }
        }
    }

    @Test("another method is refused with the allowed ones")
    func methodNotAllowed() async throws {
        try await TestAPI.run { api in
            for (method, path, allowed) in [
                ("DELETE", "/livez", "GET, HEAD"), ("GET", "/v1/entitlements/check", "POST"),
                ("TRACE", "/livez", "GET, HEAD"), ("OPTIONS", "/livez", "GET, HEAD"),
            ] {
                let response = try await api.send("getLiveness", method, path)
                #expect(response.status == 405)
                #expect(response["allow"] == allowed)
                #expect(try response.code == "method_not_allowed")
            }
        }
    }

    @Test("the caller's X-Request-Id is in the answer and in the problem")
    func requestID() async throws {
        try await TestAPI.run { api in
            let response = try await api.send(
                "getLiveness", "GET", "/nowhere", headers: [("X-Request-Id", "mine-1")])
            #expect(response["x-request-id"] == "mine-1")
            #expect(try response.json["instance"] == "mine-1")
        }
    }
}
