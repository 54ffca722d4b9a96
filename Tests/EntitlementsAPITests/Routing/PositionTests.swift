import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Hearth-Position")
struct PositionTests {
    @Test("an answer to a write has one, also if it shares its call; a lookup has none")
    func told() async throws {
        try await TestAPI.run { api in
            let positions = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let event = RevenueCatEvent.initialPurchase(
                            id: "event \(number)", appUserID: "u_\(number)",
                            originalTransactionID: "t_\(number)")
                        let answer = try await api.deliver(event.body)
                        #expect(answer.status == 200)
                        return answer["hearth-position"]
                    }
                }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(positions.count == 40)
            for position in positions {
                let text: String = try #require(position)
                #expect(LookupReads(after: text) != nil)
            }
            let lookup = try await api.get("getEntitlements", "/v1/users/u_1/entitlements")
            #expect(lookup.status == 200 && lookup["hearth-position"] == nil)
        }
    }

    @Test("what a lookup caches is read from the primary")
    func cached() async throws {
        let cache = ExpiringCache<Int, Bool>(
            lifetime: .seconds(60), maximumEntries: 1, now: monotonicTime)
        let reads = try #require(LookupReads(after: nil))
        let isReadFromPrimary = try await LookupReads.$current.withValue(reads) {
            try await cache.value(for: 1) { LookupReads.current == nil }
        }
        #expect(isReadFromPrimary == true)
    }

    @Test("what no answer ever had is refused by lookups, and a later history is not there")
    func asked() async throws {
        try await TestAPI.run { api in
            for (position, status, code) in [
                ("1:0/0", 200, nil), ("soon", 400, "invalid_request"), ("", 400, "invalid_request"),
                ("4000000000:0/0", 409, "position_not_reached"), ("1:FFFFFFFF/FFFFFFFF", 200, nil),
            ] as [(String, Int, String?)] {
                let answer = try await api.get(
                    "getEntitlements", "/v1/users/u_1/entitlements",
                    headers: [("Hearth-Position", position)])
                #expect(answer.status == status, "\(position): \(answer.text)")
                if let code { #expect(answer.text.contains("\"\(code)\"")) }
                if status == 409 { #expect(answer["retry-after"] == "1") }
            }
            let twice = try await api.get(
                "getEntitlements", "/v1/users/u_1/entitlements",
                headers: [("Hearth-Position", "1:0/0"), ("Hearth-Position", "1:0/0")])
            #expect(twice.status == 400)
        }
    }
}
