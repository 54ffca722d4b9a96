package import Postgres

/// Gathers the planner's statistics of the table that has grown most since they were gathered.
package struct AnalyzeGrownTables: CrossTenantCall {
    package static let function = "analyze_grown_tables"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("minimum_changes", \.minimumChanges)
    ]
    package static let columns = [Column("analyzed", .int8)]

    package struct Row: Sendable {
        /// 1, or 0 if no table has grown.
        package let analyzed: Int64
    }

    package let minimumChanges: Int32

    package init(minimumChanges: Int32) {
        self.minimumChanges = minimumChanges
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(analyzed: try row.next())
    }
}
