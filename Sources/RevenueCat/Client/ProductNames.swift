import Synchronization

/// Caches the stores' identifiers of a project's products by their RevenueCat ids, as v2 has them.
///
/// Neither changes, so each is requested once.
final class ProductNames: Sendable {
    private let names: Mutex<[String: String]> = Mutex([:])

    private static let maximumCount = 10_000

    subscript(id: String) -> String? {
        names.withLock { $0[id] }
    }

    func add(_ name: String, for id: String) {
        names.withLock { names in
            // A project has few products: so many are an error, and clearing costs only requests.
            if names.count >= Self.maximumCount { names.removeAll() }
            names[id] = name
        }
    }
}
