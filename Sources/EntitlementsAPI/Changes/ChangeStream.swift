import Entitlements
import EntitlementsDatabase
import HTTPServer
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
    /// `presence` ends when the client closes the connection. A comment is a heartbeat: to a client
    /// that left without a word, writing it fails.
    func write(
        to writer: ResponseWriter, while presence: AsyncStream<Void>
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in presence {}
                place.endNews()
            }
            try await write(to: writer)
            group.cancelAll()
        }
    }

    private func write(to writer: ResponseWriter) async throws {
        var last = after
        var key = key
        do {
            try await write(ByteBuffer(string: "retry: 1000\n\n"), with: &key, to: writer)
            last = try await writeNew(after: last, with: &key, to: writer)
            for await _ in place.news.cancelOnGracefulShutdown() {
                let next = try await writeNew(after: last, with: &key, to: writer)
                if next == last {
                    try await write(ByteBuffer(string: ":\n\n"), with: &key, to: writer)
                }
                last = next
            }
        } catch let failure as Failure where failure.code.endsReading {
        } catch is RevokedKey {}
    }

    /// Writes the changes after a number, and returns the number of the last one.
    private func writeNew(
        after number: Int64, with key: inout StandingKey, to writer: ResponseWriter
    ) async throws -> Int64 {
        var last = number
        while let events = try await feed.events(of: tenant, after: last, in: environments) {
            // Empty, if all changes are of other environments.
            if events.text.readableBytes > 0 {
                try await write(events.text, with: &key, to: writer)
            }
            last = events.lastNumber
        }
        return last
    }

    /// The only place that writes: a slow client may take minutes for each text.
    private func write(
        _ text: ByteBuffer, with key: inout StandingKey, to writer: ResponseWriter
    ) async throws {
        guard try await key.isValid() else { throw RevokedKey() }
        try await writer.write(text)
    }

    private struct RevokedKey: Error {}
}

extension ErrorCode {
    /// What a reader asked for is gone, or elsewhere: it must ask anew.
    var endsReading: Bool { self == .changesGone || self == .tenantMoved }
}
