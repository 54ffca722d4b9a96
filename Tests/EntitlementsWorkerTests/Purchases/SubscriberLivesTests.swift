import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_subscriber, read as RevenueCat's SDKs read it, over random lives", .soak)
struct SubscriberLivesTests {
    private static let lives = TestEffort.share(of: 10_000)
    private static let livesOfTenant = 50

    @Test("it says what Hearth's own answer says: the same active entitlements, the same ends")
    func sameAnswer() async throws {
        for number in 0..<(Self.lives + Self.livesOfTenant - 1) / Self.livesOfTenant {
            // A moment of the past is folded, a later one is what is stored.
            var lives = try await SubscriberLives(
                Self.livesOfTenant,
                from: number.isMultiple(of: 2) ? "2031-01-01T00:00:00Z" : "2026-01-01T00:00:00Z",
                seed: TestEffort.seed &* 1_000 &+ UInt64(number))
            try await lives.live()
            for id in lives.ids {
                for moment in [lives.end, lives.randomMoment()] {
                    try await expectSame(id, at: moment, lives.tenant)
                }
            }
        }
    }

    private func expectSame(
        _ id: String, at moment: Timestamp, _ tenant: TestTenant
    ) async throws {
        let row = try await tenant.database.callOne(
            GetSubscriber(appUserID: AppUserID(id), environment: "production", asOf: moment),
            in: tenant.id)
        let reading = SubscriberReading(of: try JSONParser.parse(row.json))
        let answer = try await tenant.entitlements(of: id, at: moment)
        var active: SubscriberReading.Active = [:]
        for (name, entitlement) in (answer["entitlements"]?.object?.members ?? []).map(\.pair)
        where entitlement["is_active"] == true {
            active[name] =
                try entitlement["expires_at"]?.string.map {
                    try #require(Timestamp(rfc3339: $0)).second
                } ?? SubscriberReading.endless
        }
        #expect(reading.problems == [], "\(id) at \(moment)")
        #expect(reading.iOS == active, "\(id) at \(moment)")
        #expect(reading.android == active, "\(id) at \(moment)")
        #expect(reading.javaScript == active, "\(id) at \(moment)")
    }
}

extension JSONObject.Member {
    fileprivate var pair: (String, JSONValue) { (name, value) }
}

extension Timestamp {
    /// Without a fraction, as v1 writes it.
    fileprivate var second: Timestamp {
        Timestamp(milliseconds: secondsSinceEpoch * 1_000) ?? self
    }
}
