import Entitlements
import Testing

@testable import Console

@Suite("A household's page")
struct HouseholdViewTests {
    private let household = Result {
        try JSONParser.parse(
            Array(
                """
                {"seats": {"total": 4, "taken": 2, "free": 2},
                 "members": [
                   {"app_user_id": "u_1", "role": "owner", "joined_at": "2026-11-20T10:00:00Z"},
                   {"app_user_id": "u_2", "role": "member", "joined_at": null}],
                 "leaving": {"at": "2026-12-01T00:00:00Z", "app_user_ids": ["u_2"]},
                 "shares": [
                   {"entitlement_id": "plus", "app_user_id": "u_1"},
                   {"entitlement_id": "plus", "app_user_id": "u_2"},
                   {"entitlement_id": "family", "app_user_id": "u_1"}]}
                """.utf8))
    }

    private func place() throws -> Place {
        Place(root: "/console/shop", now: try #require(Timestamp(rfc3339: "2026-11-21T10:00:00Z")))
    }

    @Test("each member has a seat with what they pay, and free seats follow")
    func seats() throws {
        let seats = HouseholdView.seats(try household.get(), in: try place()).array ?? []
        #expect(seats.map { $0["id"] } == [.string("u_1"), .string("u_2"), .null, .null])
        #expect(seats.map { $0["is_free"] == .bool(true) } == [false, false, true, true])
        #expect(seats[0]["pays"] == .array([.string("plus"), .string("family")]))
        #expect(seats[0]["joined"]?["relative"] == .string("1 day ago"))
        #expect(seats.map { $0["is_leaving"] == .bool(true) } == [false, true, false, false])
    }

    @Test("who must leave, and what several pay for, comes first")
    func warnings() throws {
        let warnings = HouseholdView.warnings(try household.get())
        #expect(
            warnings.map(\.sentence) == [
                "There are more members than seats: u_2 leaves", "2 members pay for plus.",
            ])
    }

    @Test("a hundred seats are drawn at most")
    func many() throws {
        let household = JSONValue.members([
            "members": .array([]), "shares": .array([]), "leaving": .null,
            "seats": .members(["free": .integer(5_000_000_000)]),
        ])
        #expect(HouseholdView.seats(household, in: try place()).array?.count == 100)
    }
}
