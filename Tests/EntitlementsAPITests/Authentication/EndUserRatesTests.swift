import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Synchronization
import Testing

@testable import EntitlementsAPI

@Suite("Rates of end users")
struct EndUserRatesTests {
    private final class Hand: Sendable {
        let time = Mutex(ContinuousClock.now)
        func advance(seconds: Int) { time.withLock { $0 += .seconds(seconds) } }
    }

    /// How many of ten changes are allowed.
    private func allowed(
        _ rates: EndUserRates, _ appUserID: String, in tenant: TenantID, perMinute rate: Int
    ) -> Int {
        (0..<10).filter { _ in
            (try? rates.take(
                by: AppUserID(unchecked: appUserID), in: tenant, perMinute: rate)) != nil
        }.count
    }

    @Test("a bucket is used up, refills steadily, and is one end user's own")
    func refills() {
        let hand = Hand()
        let rates = EndUserRates(now: { hand.time.withLock { $0 } })
        let (tenant, other) = (UUID(), UUID())
        #expect(allowed(rates, "ana", in: tenant, perMinute: 6) == 6)
        #expect(allowed(rates, "ben", in: tenant, perMinute: 6) == 6)
        #expect(allowed(rates, "ana", in: other, perMinute: 6) == 6)
        hand.advance(seconds: 21)
        #expect(allowed(rates, "ana", in: tenant, perMinute: 6) == 2)
        hand.advance(seconds: 3_600)
        #expect(allowed(rates, "ana", in: tenant, perMinute: 6) == 6)
    }

    @Test("a refusal says when the next change is allowed")
    func waits() throws {
        let hand = Hand()
        let rates = EndUserRates(now: { hand.time.withLock { $0 } })
        let tenant = UUID()
        try rates.take(by: AppUserID(unchecked: "ana"), in: tenant, perMinute: 1)
        hand.advance(seconds: 20)
        let failure = #expect(throws: Failure.self) {
            try rates.take(by: AppUserID(unchecked: "ana"), in: tenant, perMinute: 1)
        }
        #expect(failure?.code == .tooManyRequests)
        #expect(failure?.retryAfterSeconds == 40)
    }
}
