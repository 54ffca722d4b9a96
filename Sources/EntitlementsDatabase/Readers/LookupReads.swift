import Postgres

/// That a task answers a lookup, so its reads for a tenant may go to a replica.
///
/// Otherwise they go to the primary, as do the reads that check the key: a revoked key must not
/// open anything while a replica lags.
package struct LookupReads: Sendable {
    @TaskLocal package static var current: LookupReads?

    /// What the caller has written, or heard of.
    let position: LogPosition?

    /// The text is what an answer to a write gave; nil for any other text.
    package init?(after text: String?) {
        position = text.flatMap { LogPosition($0) }
        if text != nil, position == nil { return nil }
    }

    /// The same, and what the request itself has written.
    var neededPosition: LogPosition? {
        [position, WrittenPosition.current?.position].compactMap(\.self).max()
    }

    /// Whether the task must see what was written.
    package static var isAfterWrite: Bool { current?.neededPosition != nil }
}
