/// One call of a function of ours: its arguments as a value, its answer as a type.
///
/// The SQL is derived from the type. The product's types are generated from its functions.
package protocol FunctionCall: Sendable {
    associatedtype Row: Sendable

    /// The function's name, without its schema.
    static var function: String { get }
    static var access: FunctionAccess { get }

    /// Whether cancelling the calling task cancels the call; false if other tasks wait for it too.
    static var isCancellable: Bool { get }

    /// Whether the transaction is rolled back after the answer, as in a dry run.
    ///
    /// Such a call is alone in its transaction.
    var rollsBack: Bool { get }

    static var parameters: [Field] { get }

    /// In the order in which `decode` takes them; none for a function that returns nothing.
    static var columns: [Field] { get }

    /// Appends the arguments in the order of the parameters.
    func encode(into arguments: inout Arguments) throws(PostgresError)

    static func decode(_ row: inout Cells) throws(PostgresError) -> Row
}

extension FunctionCall {
    package static var isCancellable: Bool { true }

    package var rollsBack: Bool { false }
}

/// Whether a function writes, which decides the connections that may carry it.
package enum FunctionAccess: Sendable {
    /// On few connections, shared by many calls, in read-only transactions.
    case read
    /// On a connection that carries no other call meanwhile, so that a slow write delays no read.
    case write
}

/// A parameter of a function, or a column of its answer, by name.
package struct Field: Sendable, Equatable {
    package let name: String
    package let type: PostgresType

    package init(_ name: String, _ type: PostgresType) {
        self.name = name
        self.type = type
    }
}

/// What the one transaction of a call begins with: it says whose rows the call may see.
package struct Scope: Sendable {
    let statement: Statement
    let setting: String?
    package let value: String
    let position: LogPosition?
    let isExact: Bool

    /// A setting that holds for the transaction.
    package init(setting: String, value: String) {
        statement = .setting
        self.setting = setting
        self.value = value
        (position, isExact) = (nil, false)
    }

    /// A function of ours that sets what the call may see, or refuses the call.
    ///
    /// It takes a text, and returns a column `entered`.
    package init(entering function: String, value: String) {
        statement = Statement(entering: function)
        setting = nil
        self.value = value
        (position, isExact) = (nil, false)
    }

    /// The same, and the call fails with `positionNotReached` unless the server has the position.
    ///
    /// The function takes the position, and whether the server must be a standby on exactly its
    /// timeline. It returns null in `entered` if so. It does not raise because of the position, so
    /// calls that share the transaction go on.
    package init(
        entering function: String, value: String, at position: LogPosition, isExact: Bool
    ) {
        statement = Statement(enteringAt: function)
        setting = nil
        self.value = value
        (self.position, self.isExact) = (position, isExact)
    }
}
