/// One call of a function of schema `api`: its arguments as a value, its answer as a type.
///
/// The SQL is derived from the type. Tests compare parameters and columns with the database's
/// catalog.
package protocol FunctionCall: Sendable {
    associatedtype Row: Sendable

    /// The function's name, without its schema.
    static var function: String { get }
    static var access: FunctionAccess { get }

    /// Whether cancelling the calling task cancels the call; false if other tasks wait for it too.
    static var isCancellable: Bool { get }

    static var parameters: [Parameter<Self>] { get }

    /// In the order in which `decode` takes them; none for a function that returns nothing.
    static var columns: [Column] { get }

    static func decode(_ row: inout Cells) throws(PostgresError) -> Row
}

extension FunctionCall {
    package static var isCancellable: Bool { true }
}

/// Whether a function writes, which decides the connections that may carry it.
package enum FunctionAccess: Sendable {
    /// On few connections, shared by many calls, in read-only transactions.
    case read
    /// On a connection that carries no other call meanwhile, so that a slow write delays no read.
    case write
}

/// A column of a function's answer, by name.
package struct Column: Sendable, Equatable {
    package let name: String
    package let type: PostgresType

    package init(_ name: String, _ type: PostgresType) {
        self.name = name
        self.type = type
    }
}

/// A setting that holds for the one transaction of a call: the tenant whose rows it may see.
package struct Scope: Sendable, Equatable {
    package let setting: String
    package let value: String

    package init(setting: String, value: String) {
        self.setting = setting
        self.value = value
    }
}
