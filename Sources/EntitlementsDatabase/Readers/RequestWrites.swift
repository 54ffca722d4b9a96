import Postgres

/// How far the primary's log had come after what a request has written.
package struct RequestWrites: Sendable {
    private let written = WrittenPosition()

    package init() {}

    /// Runs a body; what its task and those below it write counts.
    package func collecting<Result: Sendable>(
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await WrittenPosition.$current.withValue(written, operation: body)
    }

    /// Also counts them for this task, which waited for the task that wrote.
    package func share() { WrittenPosition.current?.note(written.position) }

    /// Text for the caller, who sends it with a lookup; nil if nothing was written.
    package var position: String? { written.position?.text }
}
