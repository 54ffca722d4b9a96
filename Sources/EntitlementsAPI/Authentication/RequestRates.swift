import Entitlements
import EntitlementsDatabase
import Synchronization

/// Limits how many changes, or readings, one end user asks for in a minute.
///
/// It guards the server against a loop in a phone, and no rule rests on it.
package typealias EndUserRates = RequestRates<EndUserKey>

package struct EndUserKey: Hashable, Sendable {
    let tenant: TenantID
    let appUserID: AppUserID
}

extension EndUserRates {
    /// Counts one request; throws `too_many_requests` if the bucket is used up.
    func take(by appUserID: AppUserID, in tenant: TenantID, perMinute rate: Int) throws(Failure) {
        try take(by: EndUserKey(tenant: tenant, appUserID: appUserID), perMinute: rate)
    }
}

/// Limits how many requests of one kind there are in a minute, for each key.
///
/// Each key has a bucket that holds one minute's requests and refills steadily. The buckets are
/// this server's own.
package final class RequestRates<Key: Hashable & Sendable>: Sendable {
    static var maximumEntries: Int { 100_000 }

    private struct Bucket {
        /// How much of the bucket is used.
        var used: Double
        var at: ContinuousClock.Instant

        /// Lets the bucket refill until now.
        mutating func refill(perMinute rate: Double, now: ContinuousClock.Instant) {
            used = max(0, used - rate * (at.duration(to: now) / .seconds(60)))
            at = now
        }
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let buckets = Mutex<[Key: Bucket]>([:])

    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = monotonicTime) {
        self.now = now
    }

    /// Counts one request; throws `too_many_requests` if the bucket is used up.
    func take(by key: Key, perMinute rate: Int) throws(Failure) {
        let (rate, now) = (Double(rate), now())
        let waitSeconds = buckets.withLock { buckets in
            if buckets[key] == nil, buckets.count >= Self.maximumEntries {
                // A bucket is full again after a minute.
                buckets = buckets.filter { $0.value.at.duration(to: now) < .seconds(60) }
                if buckets.count >= Self.maximumEntries { buckets.removeAll() }
            }
            var bucket = buckets[key] ?? Bucket(used: 0, at: now)
            bucket.refill(perMinute: rate, now: now)
            let missing = bucket.used + 1 - rate
            if missing <= 0 { bucket.used += 1 }
            buckets[key] = bucket
            return missing <= 0 ? 0 : missing * 60 / rate
        }
        guard waitSeconds > 0 else { return }
        throw Failure(
            .tooManyRequests, "Too many requests. Try again later.",
            retryAfterSeconds: Int((waitSeconds - 0.001).rounded(.up)))
    }

    /// Takes the count of one request back, because it was none of those that are limited.
    func giveBack(to key: Key) {
        buckets.withLock { $0[key]?.used -= 1 }
    }
}
