import NIOCore
import NIOPosix
import Synchronization

/// A port on the loopback interface that counts connections.
package struct CountingListener {
    package let port: Int
    private let count: Counted

    private final class Counted: Sendable {
        let connections = Mutex(0)
    }

    package var connections: Int { count.connections.withLock(\.self) }

    package static func with(_ body: (CountingListener) async throws -> Void) async throws {
        let count = Counted()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { child in
                count.connections.withLock { $0 += 1 }
                return child.close()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let listener = CountingListener(port: channel.localAddress?.port ?? 0, count: count)
        do {
            try await body(listener)
            try await channel.close()
        } catch {
            try? await channel.close()
            throw error
        }
    }
}
