import NIOCore
import Synchronization

/// The open connections of a server, to be closed when it stops.
final class Connections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        var isStopping = false
    }

    private let state = Mutex(State())

    /// Keeps a connection until it is closed.
    func add(_ channel: any Channel) {
        let isStopping = state.withLock { state in
            state.open[ObjectIdentifier(channel)] = channel
            return state.isStopping
        }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { $0.open[ObjectIdentifier(channel)] = nil }
        }
        if isStopping { quiesce(channel) }
    }

    /// Closes each connection, present or to come, once its requests are answered.
    func quiesce() {
        let open = state.withLock { state in
            state.isStopping = true
            return Array(state.open.values)
        }
        open.forEach(quiesce)
    }

    private func quiesce(_ channel: any Channel) {
        channel.eventLoop.execute {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }
}
