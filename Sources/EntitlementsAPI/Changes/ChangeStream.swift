import Entitlements
import EntitlementsDatabase
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Writes a tenant's changes as server-sent events.
struct ChangeStream: Sendable {
    private static let maximumChangesAtOnce: Int32 = 200

    /// Of an event, what is not the change: the names of its fields, its id and its line breaks.
    private static let maximumFramingBytes = 40

    let feed: ChangeFeed
    /// Held as long as the stream, so that it counts.
    let place: ChangeFeed.Place
    let key: StandingKey
    let tenant: TenantID
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
        while true {
            let changes = try await feed.changes(
                of: tenant, after: last, maximum: Self.maximumChangesAtOnce)
            guard let newest = changes.last else { return last }
            var events = ByteBuffer()
            events.reserveCapacity(
                changes.reduce(0) { $0 + $1.json.count + Self.maximumFramingBytes })
            for change in changes {
                events.writeString("id: \(change.number)\ndata: ")
                // In one line: a line break would end the field.
                events.writeBytes(change.json)
                events.writeString("\n\n")
            }
            try await writer.write(events)
            last = newest.number
        }
    }
}
