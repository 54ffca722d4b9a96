import Postgres

/// A call that returns one text.
protocol TextCall: FunctionCall where Row == String {}

extension TextCall {
    static var columns: [Field] { [Field("answer", .text)] }

    static func decode(_ row: inout Cells) throws(PostgresError) -> String { try row.next() }
}

/// Returns its value from the server.
struct Echo<Value: PostgresCodable & Equatable>: FunctionCall {
    var value: Value?

    static var function: String { "echo_\(Value.postgresType)" }
    static var access: FunctionAccess { .read }
    static var parameters: [Field] { [Field("value", Value.postgresType)] }
    static var columns: [Field] { [Field("answer", Value.postgresType)] }

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(value)
    }

    static func decode(_ row: inout Cells) throws(PostgresError) -> Value? {
        try row.nextIfPresent()
    }
}

/// Decodes a value that the server casts from text, which our codecs could not encode.
struct Spoken<Value: PostgresCodable>: FunctionCall {
    var spoken: String

    static var function: String { "spoken_\(Value.postgresType)" }
    static var access: FunctionAccess { .read }
    static var parameters: [Field] { [Field("spoken", .text)] }
    static var columns: [Field] { [Field("answer", Value.postgresType)] }

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(spoken)
    }

    static func decode(_ row: inout Cells) throws(PostgresError) -> Value { try row.next() }
}

/// The numbers of characters and bytes that the server counts in a text.
struct Described: TextCall {
    var value: String

    static let function = "described"
    static let access = FunctionAccess.read
    static let parameters: [Field] = [Field("value", .text)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(value)
    }
}

struct ScopeSeen: TextCall {
    static let function = "scope_seen"
    static let access = FunctionAccess.read
    static let parameters: [Field] = []

    func encode(into arguments: inout Arguments) throws(PostgresError) {}
}

struct ScopeSeenByWrite: TextCall {
    static let function = "scope_seen"
    static let access = FunctionAccess.write
    static let parameters: [Field] = []

    func encode(into arguments: inout Arguments) throws(PostgresError) {}
}

struct Setting: TextCall {
    var name: String

    static let function = "setting"
    static let access = FunctionAccess.read
    static let parameters: [Field] = [Field("name", .text)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(name)
    }
}

/// The start of the transaction, equal for calls that share one.
struct Began: FunctionCall {
    var rollsBack = false

    static let function = "began"
    static let access = FunctionAccess.read
    static let parameters: [Field] = []

    func encode(into arguments: inout Arguments) throws(PostgresError) {}
    static let columns = [Field("answer", .timestamptz)]

    static func decode(_ row: inout Cells) throws(PostgresError) -> Int64 {
        try row.next(PostgresTimestamp.self).microsecondsSinceEpoch
    }
}

struct Backend: FunctionCall {
    static let function = "backend"
    static let access = FunctionAccess.write
    static let parameters: [Field] = []

    func encode(into arguments: inout Arguments) throws(PostgresError) {}
    static let columns = [Field("answer", .int4)]

    static func decode(_ row: inout Cells) throws(PostgresError) -> Int32 { try row.next() }
}

/// Sleeps, then returns its scope.
struct Nap: TextCall {
    var milliseconds: Int32

    static let function = "nap"
    static let access = FunctionAccess.read
    static let parameters: [Field] = [Field("milliseconds", .int4)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(milliseconds)
    }
}

struct WriteNap: TextCall {
    var milliseconds: Int32

    static let function = "nap"
    static let access = FunctionAccess.write
    static let parameters: [Field] = [Field("milliseconds", .int4)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(milliseconds)
    }
}
