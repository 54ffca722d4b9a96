import Entitlements
import NIOCore
import NIOPosix
import Synchronization
import TestSupport

/// An endpoint that takes changes, slowly if asked, refuses them, or is dead.
final class ChangeReceiver: Sendable {
    enum Mode: CaseIterable, Sendable {
        case taking, slow, failing, gone, dead
    }

    struct State: Sendable {
        var mode = Mode.taking
        /// How often each message was taken, by its id.
        var taken: [String: Int] = [:]
        /// The ids under which each app user's change came; each app user has one change.
        var ids: [String: Set<String>] = [:]
        var refused = 0
        fileprivate var connections: [ObjectIdentifier: any Channel] = [:]
    }

    private static let slowMilliseconds: Int64 = 300

    private let state = Mutex(State())
    private let server = Mutex<(any Channel)?>(nil)
    private let port = Mutex(0)

    var all: State { state.withLock { $0 } }

    var url: String { "http://127.0.0.1:\(port.withLock(\.self))/in" }

    /// Lends a receiver that takes changes.
    static func with(_ body: (ChangeReceiver) async throws -> Void) async throws {
        let receiver = ChangeReceiver()
        try await receiver.listen()
        do {
            try await body(receiver)
            await receiver.stop()
        } catch {
            await receiver.stop()
            throw error
        }
    }

    /// Acts so from now on; a dead receiver breaks all connections.
    func become(_ mode: Mode) async throws {
        let former = state.withLock { state in
            defer { state.mode = mode }
            return state.mode
        }
        if mode == .dead { await stop() }
        if former == .dead, mode != .dead { try await listen() }
    }

    /// Listens on the port of before.
    private func listen() async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { child in
                self.state.withLock { $0.connections[ObjectIdentifier(child)] = child }
                child.closeFuture.whenComplete { _ in
                    self.state.withLock { $0.connections[ObjectIdentifier(child)] = nil }
                }
                return child.eventLoop.makeCompletedFuture {
                    try child.pipeline.syncOperations.addHandler(
                        RawHTTPServerConnection(answering: self.answer))
                }
            }
            .bind(host: "127.0.0.1", port: port.withLock(\.self)).get()
        port.withLock { $0 = channel.localAddress?.port ?? 0 }
        server.withLock { $0 = channel }
    }

    private func stop() async {
        let channel = server.withLock { server in
            defer { server = nil }
            return server
        }
        try? await channel?.close()
        let connections = state.withLock { Array($0.connections.values) }
        for connection in connections { try? await connection.close() }
    }

    private func answer(_ request: ServerRequest, over channel: any Channel) {
        switch state.withLock({ $0.mode }) {
        case .taking: take(request, over: channel)
        case .slow:
            channel.eventLoop.scheduleTask(in: .milliseconds(Self.slowMilliseconds)) {
                self.take(request, over: channel)
            }
        case .failing: refuse(with: 500, over: channel)
        case .gone: refuse(with: 410, over: channel)
        case .dead: break
        }
    }

    private func take(_ request: ServerRequest, over channel: any Channel) {
        let id = request["webhook-id"].first ?? ""
        let body = try? JSONParser.parse(request.body)
        state.withLock { state in
            state.taken[id, default: 0] += 1
            state.ids[body?["app_user_id"]?.string ?? "", default: []].insert(id)
        }
        write(status: 200, over: channel)
    }

    private func refuse(with status: Int, over channel: any Channel) {
        state.withLock { $0.refused += 1 }
        write(status: status, over: channel)
    }

    private func write(status: Int, over channel: any Channel) {
        let head = "HTTP/1.1 \(status) -\r\nContent-Length: 0\r\n\r\n"
        channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
    }
}
