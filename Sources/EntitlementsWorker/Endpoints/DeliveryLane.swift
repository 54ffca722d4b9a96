/// Endpoints that wait for each other only: a kind of them has turns and deliveries of its own.
enum DeliveryLane: CaseIterable {
    /// Their last deliveries succeeded, in good time.
    case quick
    /// Nothing was delivered to them since they were made, moved or switched on.
    case new
    /// Their last deliveries failed or were slow.
    case slow

    /// How many turns may begin deliveries at the same time, in one process.
    var maximumTurns: Int {
        switch self {
        case .quick, .new: 32
        case .slow: 16
        }
    }

    /// How many deliveries of one turn may be under way; the first contact is a single one.
    var maximumDeliveriesOfTurn: Int { self == .new ? 1 : 8 }

    /// How many deliveries may be under way in one process, also of turns that begin no more.
    var maximumDeliveries: Int {
        switch self {
        case .quick: 512
        case .new, .slow: 256
        }
    }
}
