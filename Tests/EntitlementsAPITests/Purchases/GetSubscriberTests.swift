import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/subscribers/{app_user_id}")
struct GetSubscriberTests {
    @Test("a read key gets what RevenueCat's v1 would answer")
    func works() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning())
            let response = try await api.get("getSubscriber", "/v1/subscribers/u_42")
            #expect(response.status == 200)
            #expect(
                try response.json.object?.members.map(\.name)
                    == ["request_date", "request_date_ms", "subscriber"])
            let subscriber = try response.json["subscriber"]
            #expect(subscriber?["entitlements"]?["plus"]?["expires_date"]?.string != nil)
            let refused = try await api.get(
                "getSubscriber", "/v1/subscribers/u_42", key: "hello")
            #expect(try refused.refusal == "401 unauthorized")
        }
    }

    /// The folder of recorded bodies, which only some machines have.
    private static let recorded = PackageRoot.url.appending(
        path: "../shared/revenuecat/subscribers-v1")

    @Test(
        "each member that most recorded bodies have is in the answer, with the same type",
        .enabled(
            if: FileManager.default.fileExists(atPath: recorded.path),
            "the recorded bodies are not on this machine"))
    func shapes() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning())
            let mine = try await api.get("getSubscriber", "/v1/subscribers/u_42").json
            let names = try FileManager.default.contentsOfDirectory(atPath: Self.recorded.path)
            var kinds: [String: Set<String>] = [:]
            var counts: [String: Int] = [:]
            var bodies = 0
            for name in names where name.hasSuffix(".json") {
                let data = try Data(contentsOf: Self.recorded.appending(path: name))
                guard let body = try? JSONParser.parse([UInt8](data)), body["subscriber"] != nil
                else { continue }
                bodies += 1
                for (path, kind) in Shape.members(of: body) {
                    kinds[path, default: []].insert(kind)
                    counts[path, default: 0] += 1
                }
            }
            #expect(bodies > 50)
            let own = Dictionary(Shape.members(of: mine)) { first, _ in first }
            for (path, count) in counts where count * 2 > bodies {
                let kind = try #require(own[path], "\(path) is missing")
                #expect(kinds[path]?.union(["null"]).contains(kind) == true, "\(path): \(kind)")
            }
        }
    }
}

/// The members of a body by their paths, with ids of products and entitlements as `*`.
private enum Shape {
    private static let maps: Set<String> = [
        "/subscriber/entitlements", "/subscriber/subscriptions", "/subscriber/non_subscriptions",
        "/subscriber/other_purchases",
    ]

    static func members(of value: JSONValue, at path: String = "") -> [(String, String)] {
        var found: [String: String] = [:]
        add(value, at: path, to: &found)
        return found.map { ($0.key, $0.value) }
    }

    private static func add(
        _ value: JSONValue, at path: String, to found: inout [String: String]
    ) {
        found[path] = kind(of: value)
        if let object = value.object {
            for member in object.members {
                let name = maps.contains(path) ? "*" : member.name
                add(member.value, at: "\(path)/\(name)", to: &found)
            }
        }
        for element in value.array ?? [] { add(element, at: "\(path)/-", to: &found) }
    }

    private static func kind(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "bool"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        default: "number"
        }
    }
}
