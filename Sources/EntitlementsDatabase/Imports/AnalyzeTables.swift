package import Postgres

/// Gathers the planner's statistics of all tables, for an import that fills them.
package struct AnalyzeTables: CrossTenantCall {
    package typealias Row = Void
    package static let function = "analyze_tables"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = []

    package init() {}
}
