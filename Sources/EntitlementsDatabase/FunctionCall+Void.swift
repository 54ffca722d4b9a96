package import Postgres

/// A function that returns nothing has no columns to decode: its one row says that it is done.
extension FunctionCall where Row == Void {
    package static var columns: [Column] { [] }

    package static func decode(_ row: inout Cells) throws(PostgresError) {}
}
