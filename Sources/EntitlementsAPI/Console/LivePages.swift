import Entitlements
import Synchronization

/// The pages that a server is asked to show anew again and again; a limited number.
final class LivePages: Sendable {
    static let maximumPages = 50
    /// After that the browser opens the stream again.
    static let maximumSeconds = 3_600

    private let open = Mutex(0)

    /// A place that is given back once it is let go.
    final class Place: Sendable {
        private let pages: LivePages

        fileprivate init(of pages: LivePages) {
            self.pages = pages
        }

        deinit {
            pages.open.withLock { $0 -= 1 }
        }
    }

    /// Takes a place; throws `overloaded` if there is none left.
    func take() throws(Failure) -> Place {
        let isFree = open.withLock { open in
            guard open < Self.maximumPages else { return false }
            open += 1
            return true
        }
        guard isFree else {
            throw Failure(
                .overloaded, "This server shows \(Self.maximumPages) live pages at a time.")
        }
        return Place(of: self)
    }
}
