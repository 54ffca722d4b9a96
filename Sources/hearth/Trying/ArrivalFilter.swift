import Entitlements

/// Which events and changes a listener wants to see.
struct ArrivalFilter: Sendable {
    /// Nil: about all app users.
    var user: AppUserID?
    /// Types of events, and kinds of changes; empty: all.
    var kinds: Set<String> = []

    func admits(_ kind: String) -> Bool { kinds.isEmpty || kinds.contains(kind) }
}
