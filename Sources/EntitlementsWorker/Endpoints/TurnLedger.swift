import FoundationEssentials
import Synchronization

/// The turns that are under way in this process, and what is left for further ones.
///
/// A turn that may begin deliveries counts as all that it may have under way. One that begins no
/// more, as its time is over, gives way: it counts only as what is under way still, so endpoints
/// that hang soon leave their places to those that answer.
final class TurnLedger: Sendable {
    private struct Turn {
        let lane: DeliveryLane
        var mayBegin = true
        var deliveries: Int
    }

    private let turns = Mutex<[UUID: Turn]>([:])

    /// How many turns may begin.
    func room(in lane: DeliveryLane) -> Int {
        turns.withLock { turns in
            let own = turns.values.filter { $0.lane == lane }
            let places = lane.maximumTurns - own.count(where: \.mayBegin)
            let deliveries = lane.maximumDeliveries - own.reduce(0) { $0 + $1.deliveries }
            return max(0, min(places, deliveries / lane.maximumDeliveriesOfTurn))
        }
    }

    /// Begins a turn, and returns what it is known by.
    func begin(in lane: DeliveryLane) -> UUID {
        let turn = UUID()
        turns.withLock {
            $0[turn] = Turn(lane: lane, deliveries: lane.maximumDeliveriesOfTurn)
        }
        return turn
    }

    /// Notes that a turn begins no further delivery, and how many of its deliveries are under way.
    func giveWay(_ turn: UUID, deliveries: Int) {
        turns.withLock {
            $0[turn]?.mayBegin = false
            $0[turn]?.deliveries = deliveries
        }
    }

    func end(_ turn: UUID) {
        turns.withLock { _ = $0.removeValue(forKey: turn) }
    }
}
