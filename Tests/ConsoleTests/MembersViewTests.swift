import Entitlements
import Testing

@testable import Console

@Suite("A household, drawn")
struct MembersViewTests {
    @Test("each seat has its member, what they pay, and how to remove them; the rest is free")
    func seats() {
        let household = MembersView(of: "u_2", ["u_2", "anon"], in: place).shown(
            parsed(
                """
                {"household_id": "h1", "name": null, "seats": {"total": 3, "taken": 2, "free": 1},
                 "members": [{"app_user_id": "u_1", "role": "owner"},
                   {"app_user_id": "u_2", "role": "member"}],
                 "leaving": {"at": "2026-11-24T10:00:00.000Z", "app_user_ids": ["u_2"]},
                 "shares": [{"app_user_id": "u_1", "product_id": "p", "entitlement_id": "plus",
                   "is_held": false}]}
                """))
        let seats = household["seats"]?.array ?? []
        #expect(seats.map { $0["is_taken"] } == [.bool(true), .bool(true), .bool(false)])
        #expect(seats[0]["pays"]?.array?.map { $0["product"] } == [.string("p")])
        #expect(seats[0]["remove"] == .null)
        #expect(seats[1]["is_asked"] == .bool(true))
        #expect(seats[1]["is_leaving"] == .bool(true))
        #expect(seats[1]["remove"]?["fields"]?.array?.last?["value"] == .string("u_2"))
        #expect(household["href"] == .string("/console/shop/households/h1"))
    }

    @Test("there is none for a person without a household")
    func none() {
        #expect(MembersView(of: "u", ["u"], in: place).shown(.null) == .null)
    }
}
