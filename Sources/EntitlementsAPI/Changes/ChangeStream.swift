import Entitlements
import EntitlementsDatabase
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Writes a tenant's changes as server-sent events.
struct ChangeStream: Sendable {
    let feed: ChangeFeed
    /// Held as long as the stream, so that it counts.
    let place: ChangeFeed.Place
    let key: StandingKey
    let tenant: TenantID
    let environments: Set<PurchaseEnvironment>
    let after: Int64

    /// Writes until the client leaves, the server stops, the key is revoked, or the log lacks the
    /// next change; then the client comes again, and is told.
    ///
    /// A comment is a heartbeat: to a client that left, writing it fails.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        var last = after
        var key = key
        try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
        do {
            last = try await writeNew(after: last, to: &writer)
            for await _ in place.news.cancelOnGracefulShutdown() {
                guard try await key.isValid() else { break }
                let next = try await writeNew(after: last, to: &writer)
                if next == last { try await writer.write(ByteBuffer(string: ":\n\n")) }
                last = next
            }
        } catch let failure as Failure where failure.code == .changesGone {}
        try await writer.finish(nil)
    }

    /// Writes the changes after a number, and returns the number of the last one.
    private func writeNew(
        after number: Int64, to writer: inout any ResponseBodyWriter
    ) async throws -> Int64 {
        var last = number
        while let events = try await feed.events(of: tenant, after: last, in: environments) {
            // Empty, if all changes are of other environments.
            if events.text.readableBytes > 0 { try await writer.write(events.text) }
            last = events.lastNumber
        }
        return last
    }
}
