import EntitlementsDatabase
import Reconciliation

/// Reads people back who ask for it themselves: each once in ten seconds.
///
/// Whoever has a token may press the button as often as they like, and what the tenant may ask of
/// RevenueCat is everybody's. Who asks again before that is told what the reading came to.
struct EndUserReading: Sendable {
    private let reading: SharedReading
    private let recent = ExpiringCache<EndUser, ReadBack.Outcome>(
        lifetime: .seconds(10), maximumEntries: 10_000, now: monotonicTime)

    init(_ reading: SharedReading) {
        self.reading = reading
    }

    func read(_ me: EndUser) async throws -> ReadBack.Outcome {
        let outcome = try await recent.value(for: me) {
            try await reading.read(me.appUserID, of: me.tenant)
        }
        return outcome ?? .notConfigured
    }
}
