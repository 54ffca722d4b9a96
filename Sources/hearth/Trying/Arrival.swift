/// What arrived for a tenant: a webhook event, or a change.
struct Arrival {
    /// For a terminal.
    let lines: [ShownLine]
    /// Nil for an event.
    let change: Change?

    struct Change {
        let number: Int64
        /// JSON text, as `GET /v1/changes` shows it.
        let json: [UInt8]
    }
}
