import Entitlements
import Synchronization

/// Lets something through once in so many seconds for each key, and counts what it held back.
final class OncePerInterval<Key: Hashable & Sendable>: Sendable {
    private let intervalSeconds: Int64
    private let maximumKeys: Int
    private let noted: Mutex<[Key: Note]> = Mutex([:])

    private struct Note {
        let moment: Timestamp
        /// What came after this one and was held back.
        var others = 0
    }

    init(intervalSeconds: Int64, maximumKeys: Int) {
        self.intervalSeconds = intervalSeconds
        self.maximumKeys = maximumKeys
    }

    /// How many were held back since the last that was let through; nil where this one is, too.
    ///
    /// When there is no room, further keys wait for the interval of another to be over.
    func othersIfDue(_ key: Key, at moment: Timestamp) -> Int? {
        noted.withLock { noted in
            let last = noted[key]
            if let last, isRecent(last.moment, at: moment) {
                noted[key]?.others += 1
                return nil
            }
            if noted.count >= maximumKeys {
                noted = noted.filter { isRecent($0.value.moment, at: moment) }
            }
            guard noted.count < maximumKeys else { return nil }
            noted[key] = Note(moment: moment)
            return last?.others ?? 0
        }
    }

    /// A clock that was set back would have every key wait for it.
    private func isRecent(_ last: Timestamp, at moment: Timestamp) -> Bool {
        last <= moment && moment < last.advanced(bySeconds: intervalSeconds)
    }
}
