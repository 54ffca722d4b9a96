package import Postgres

/// Records that a server has ended: its encryption keys do not matter any more.
package struct NoteDeparture: CrossTenantCall {
    package static let function = "note_departure"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("server_name", \.serverName)]

    package typealias Row = Void

    package let serverName: String

    package init(serverName: String) {
        self.serverName = serverName
    }
}
