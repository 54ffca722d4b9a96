import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests that each stored purchase equals its fold from the start.
@Suite("Stored state")
struct StoredStateTests {
    @Test("a stored purchase equals its fold", arguments: 0..<12)
    func folded(seed: Int) async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        var generator = Numbers(state: UInt64(seed + 1))
        for event in Self.mix(using: &generator).shuffled(using: &generator) {
            let row = try await tenant.receive(event, receivedAt: TestTenant.receipt)
            #expect(row.status != "stored", "\(event)")
        }
        // Runs as the administrator, who may fold any tenant's purchases.
        let different = try await TestDatabase.shared.administer(
            """
            begin; set local hearth.tenant_id = '\(tenant.id)';
            select stored.chain_id, stored, folded
              from entitlements.purchases stored
             cross join lateral \(release).resolve_owner_uuids(
                       \(release).folded_purchase(stored.purchase_id)) as folded
             where stored.tenant_id = entitlements.current_tenant_id()
               and to_jsonb(stored) - 'chain_id' is distinct from to_jsonb(folded) - 'chain_id'
            """)
        #expect(different == [])
        #expect(try await tenant.rows(in: "purchases") > 1)
    }

    @Test("a read of now is the same from the stored state and from the fold")
    func asOfNow() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        var generator = Numbers(state: 99)
        for event in Self.mix(using: &generator) { try await tenant.receive(event) }
        let clock = try await TestDatabase.shared.administer(
            "select to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')")
        // This moment has passed when it is read, so the answer is folded.
        let text = try #require(clock.first?.first ?? nil)
        let now = try #require(Timestamp(rfc3339: text))
        for appUserID in Self.people {
            let folded = try await tenant.entitlements(of: appUserID, at: now)
            #expect(try await tenant.entitlements(of: appUserID) == folded)
        }
    }

    private static let people = ["u_1", "u_2", anonymous("a"), anonymous("b")]

    /// Sixty random events of all kinds about a few people and purchases.
    private static func mix(using generator: inout Numbers) -> [RevenueCatEvent] {
        (0..<60).map { number in
            let day = Int64.random(in: 0..<120, using: &generator)
            let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: day - 200)
            let appUserID = people[Int.random(in: 0..<4, using: &generator)]
            let other = people[Int.random(in: 0..<4, using: &generator)]
            let transaction = String(Int.random(in: 0..<5, using: &generator))
            let period = moment.advanced(byDays: -Int64.random(in: 0..<20, using: &generator))
            let event: RevenueCatEvent =
                switch Int.random(in: 0..<12, using: &generator) {
                case 0, 1: .initialPurchase(appUserID: appUserID, purchasedAt: period)
                case 2, 3: .renewal(appUserID: appUserID, purchasedAt: period)
                case 4: .cancellation(appUserID: appUserID, purchasedAt: period, at: moment)
                case 5: .refund(appUserID: appUserID, purchasedAt: period, at: moment)
                case 6: .expiration(appUserID: appUserID, purchasedAt: period, at: moment)
                case 7: .billingIssue(appUserID: appUserID, purchasedAt: period, at: moment)
                case 8: .uncancellation(appUserID: appUserID, purchasedAt: period, at: moment)
                case 9: .subscriptionPaused(appUserID: appUserID, purchasedAt: period, at: moment)
                case 10: .transfer(from: [appUserID], to: [other], at: moment)
                default: .subscriberAlias(appUserID: appUserID, aliases: [other], at: moment)
                }
            return event.id("event-\(number)").inChain(transaction).store("APP_STORE")
        }
    }
}

extension RevenueCatEvent {
    /// Moves the event to the chain, if it is about a purchase.
    fileprivate func inChain(_ transaction: String) -> RevenueCatEvent {
        guard fields["original_transaction_id"] != nil else { return self }
        return self.transaction(transaction, original: transaction)
            .setting("product_id", "com.yapmate.pro.monthly")
    }
}

/// A fixed sequence of random numbers (SplitMix64).
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }
}
