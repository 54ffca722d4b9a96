package import Postgres

/// A function that returns void: its one row has no columns to decode.
extension FunctionCall where Row == Void {
    package static var columns: [Column] { [] }

    package static func decode(_ row: inout Cells) throws(PostgresError) {}
}
