import Entitlements
import HTTPServer
import HTTPTypes
import NIOCore
import ServiceLifecycle

extension ConsoleRequest {
    /// Streams a part of a page as server-sent events: its HTML, each time that it differs.
    ///
    /// Ends with the event `end` after the last one, and without it when the session ends, the
    /// server stops, the part cannot be made, or an hour is over. A comment each time is a
    /// heartbeat: to a browser that left, writing it fails. Browsers that look at the same `page`
    /// of the tenant by one key share what was made. Throws `overloaded` if the server has 50, or
    /// 25 of this tenant.
    func live(
        _ page: String, everySeconds interval: Int = 1,
        _ part: @escaping @Sendable () async throws -> (html: String, isLast: Bool)
    ) throws -> Response {
        let place = try livePages.take(for: "\(api.tenant)")
        let name = "\(session.principal.keyID) \(api.tenant) \(page)"
        let beats = AsyncStream(unfolding: { await Self.beat(everySeconds: interval) })
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "private, no-store"],
            body: ResponseBody(stream: { [sessions, session, livePages] writer in
                defer { withExtendedLifetime(place) {} }
                var shown = ""
                var beatsLeft = LivePages.maximumSeconds / interval
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                for await _ in beats.cancelOnGracefulShutdown() {
                    beatsLeft -= 1
                    guard beatsLeft >= 0, try await sessions.isOpen(session),
                        let made = try? await livePages.part(name, everySeconds: interval, part)
                    else { break }
                    let text = made.html == shown ? ":\n\n" : Self.event("message", made.html)
                    try await writer.write(ByteBuffer(string: text))
                    shown = made.html
                    if made.isLast {
                        try await writer.write(ByteBuffer(string: Self.event("end", "")))
                        break
                    }
                }
            }))
    }

    /// Waits for some seconds; nil when the task is cancelled.
    @Sendable private static func beat(everySeconds interval: Int) async -> Void? {
        try? await Task.sleep(for: .seconds(interval))
    }

    private static func event(_ name: String, _ data: String) -> String {
        let lines = data.split(separator: "\n", omittingEmptySubsequences: false)
        return "event: \(name)\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
    }
}
