import Entitlements
import Synchronization

/// Admits one event per key and interval, and counts the others.
final class OncePerInterval<Key: Hashable & Sendable>: Sendable {
    private let intervalSeconds: Int64
    private let maximumKeys: Int
    private let noted: Mutex<[Key: Note]> = Mutex([:])

    private struct Note {
        let moment: Timestamp
        /// The number of events held back since.
        var others = 0
    }

    init(intervalSeconds: Int64, maximumKeys: Int) {
        self.intervalSeconds = intervalSeconds
        self.maximumKeys = maximumKeys
    }

    /// Returns the number of events held back since the last admitted one; nil if this one is held
    /// back too.
    ///
    /// When the table is full, further keys wait for an entry to expire.
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

    /// If the clock was set back, an entry in the future does not count as recent.
    private func isRecent(_ last: Timestamp, at moment: Timestamp) -> Bool {
        last <= moment && moment < last.advanced(bySeconds: intervalSeconds)
    }
}
