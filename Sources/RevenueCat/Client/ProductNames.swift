import Synchronization

/// What the stores call the products of a project, which v2 names by ids of its own.
///
/// Neither ever changes, so each is asked for once.
final class ProductNames: Sendable {
    private let names: Mutex<[String: String]> = Mutex([:])

    private static let maximumCount = 10_000

    subscript(id: String) -> String? {
        names.withLock { $0[id] }
    }

    func add(_ name: String, for id: String) {
        names.withLock { names in
            // A project has few: to be here is to be read wrongly, and costs requests alone.
            if names.count >= Self.maximumCount { names.removeAll() }
            names[id] = name
        }
    }
}
