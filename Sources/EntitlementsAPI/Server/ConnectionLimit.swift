import NIOCore
import Synchronization

/// Counts open connections.
///
/// A server that stops accepting leaves clients waiting in the kernel's queue. Here a connection
/// over the limit gets an answer and is closed. Near the limit each new one
/// closes the one that has been silent for longest, of those that have never sent a byte: opening
/// them costs an attacker nothing.
final class ConnectionLimit: Sendable {
    fileprivate struct State {
        var open = 0
        /// Those that have sent nothing yet, by the order in which they came.
        var silent: [UInt64: any Channel] = [:]
        var newest: UInt64 = 0
        /// None before it is silent.
        var oldestSilent: UInt64 = 1
    }

    /// A connection that is counted.
    struct Place: Sendable {
        let isAdmitted: Bool
        fileprivate let number: UInt64
    }

    private let maximumConnections: Int
    private let state = Mutex(State())

    init(maximumConnections: Int) {
        self.maximumConnections = maximumConnections
    }

    /// From here on, a new connection closes a silent one.
    private var nearness: Int { maximumConnections - maximumConnections / 16 }

    /// Counts the channel until it closes.
    func place(for channel: any Channel) -> Place {
        let (place, longestSilent) = state.withLock { state -> (Place, (any Channel)?) in
            state.open += 1
            let longestSilent = state.open > nearness ? state.takeLongestSilent() : nil
            state.newest += 1
            // The place of the one that is being closed is free in a moment.
            let open = state.open - (longestSilent == nil ? 0 : 1)
            let place = Place(isAdmitted: open <= maximumConnections, number: state.newest)
            if place.isAdmitted { state.silent[place.number] = channel }
            return (place, longestSilent)
        }
        longestSilent?.close(promise: nil)
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { state in
                state.open -= 1
                state.silent[place.number] = nil
            }
        }
        return place
    }

    /// Notes that the connection has sent bytes.
    func heard(_ place: Place) { state.withLock { $0.silent[place.number] = nil } }
}

extension ConnectionLimit.State {
    fileprivate mutating func takeLongestSilent() -> (any Channel)? {
        while oldestSilent <= newest {
            defer { oldestSilent += 1 }
            if let channel = silent.removeValue(forKey: oldestSilent) { return channel }
        }
        return nil
    }
}
