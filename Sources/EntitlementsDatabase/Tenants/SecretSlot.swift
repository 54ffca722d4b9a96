import Postgres

/// The slot that a secret was put into.
package struct SecretSlot: Sendable, Equatable {
    /// 1 or 2.
    package let slot: Int32
    /// `set`, or `replaced` if the slot was live.
    package let outcome: String

    static let columns = [
        Column("used_slot", .int4),
        Column("outcome", .text),
    ]

    init(_ row: inout Cells) throws(PostgresError) {
        slot = try row.next()
        outcome = try row.next()
    }
}
