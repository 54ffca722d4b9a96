import Entitlements
import EntitlementsDatabase

extension Finding {
    /// What is known of a tenant's move, or of a slot that one left behind.
    init(_ move: ListTenantMoves.Row) {
        let kept = move.keptBytes.map { ", and keeps \($0 >> 20) MiB of the log" } ?? ""
        guard let slug = move.slug,
            let state = move.state.flatMap(TenantMover.State.init(rawValue:))
        else {
            let slot = move.slotName ?? ""
            self = .warn(
                "moves", "the replication slot \(slot) is of no move\(kept)",
                advice: "As an administrator: select pg_drop_replication_slot('\(slot)');")
            return
        }
        let place = move.otherDatabase ?? ""
        let since = move.startedAt.map { " since \($0.rfc3339)" } ?? ""
        switch state {
        case .copying:
            self = .warn(
                "moves", of: slug, "it moves to \(place)\(since)\(kept)",
                advice: "If no `hearth tenants move` runs, run it again, or with --abort.")
        case .fenced:
            self = .fail(
                "moves", of: slug, "its writes are refused: it moves to \(place)\(since)",
                advice: "If no `hearth tenants move` runs, run it again at once, or with --abort.",
                exitStatus: .unavailable)
        case .aborting:
            self = .warn(
                "moves", of: slug, "its move to \(place) is being broken off\(kept)",
                advice: "Run `hearth tenants move` with --abort again.")
        case .arriving:
            self = .warn(
                "moves", of: slug, "it arrives from \(place)\(since), and is not served here yet",
                advice: "If no `hearth tenants move` runs there, run it again, or with --abort.")
        case .moved where move.slotName != nil:
            self = .warn(
                "moves", of: slug, "it has moved to \(place); its slot was left behind\(kept)",
                advice: "Run `hearth tenants move` again: it finishes.")
        case .moved:
            self = .ok("moves", of: slug, "it has moved to \(place)")
        }
    }
}
