import Entitlements
import Synchronization

/// The pages that a server is asked to show anew again and again; a limited number.
final class LivePages: Sendable {
    static let maximumPages = 50
    /// One tenant may have half of them.
    static let maximumPagesOfTenant = maximumPages / 2
    /// After that the browser opens the stream again.
    static let maximumSeconds = 3_600
    /// A part that nothing shows any more is forgotten after it.
    private static let partsKeptSeconds = 60

    private let open = Mutex<[String: Int]>([:])
    private let parts = Mutex<[String: Part]>([:])

    /// A part of a page, as it was made for one of the browsers that look at it.
    struct Part: Sendable {
        let html: String
        /// Whether it will not change any more.
        let isLast: Bool
        fileprivate let madeAt: ContinuousClock.Instant
    }

    /// A place that is given back once it is let go.
    final class Place: Sendable {
        private let pages: LivePages
        private let tenant: String

        fileprivate init(of pages: LivePages, for tenant: String) {
            self.pages = pages
            self.tenant = tenant
        }

        deinit {
            pages.open.withLock { open in
                let others = open[tenant, default: 1] - 1
                open[tenant] = others == 0 ? nil : others
            }
        }
    }

    /// Returns a part that was made within the interval, or makes it.
    ///
    /// `name` has all that a part depends on: its page, and the key whose rights it is read by.
    func part(
        _ name: String, everySeconds interval: Int,
        _ make: @Sendable () async throws -> (html: String, isLast: Bool)
    ) async throws -> Part {
        let now = ContinuousClock.now
        let made = parts.withLock { parts in
            parts = parts.filter { now - $0.value.madeAt < .seconds(Self.partsKeptSeconds) }
            return parts[name]
        }
        if let made, now - made.madeAt < .seconds(interval) { return made }
        let (html, isLast) = try await make()
        let part = Part(html: html, isLast: isLast, madeAt: now)
        parts.withLock { $0[name] = part }
        return part
    }

    /// Takes a place; throws `overloaded` if there is none left, or the tenant has half of all.
    func take(for tenant: String) throws(Failure) -> Place {
        let isFree = open.withLock { open in
            guard open.values.reduce(0, +) < Self.maximumPages,
                open[tenant, default: 0] < Self.maximumPagesOfTenant
            else { return false }
            open[tenant, default: 0] += 1
            return true
        }
        guard isFree else {
            throw Failure(
                .overloaded,
                "This server updates \(Self.maximumPages) live pages at a time, "
                    + "\(Self.maximumPagesOfTenant) of one tenant."
            )
        }
        return Place(of: self, for: tenant)
    }
}
