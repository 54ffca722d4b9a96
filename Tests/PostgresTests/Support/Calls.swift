import Postgres

/// A call that returns one text.
protocol TextCall: FunctionCall where Row == String {}

extension TextCall {
    static var columns: [Column] { [Column("answer", .text)] }

    static func decode(_ row: inout Cells) throws(PostgresError) -> String { try row.next() }
}

/// Returns its value from the server.
struct Echo<Value: PostgresCodable & Equatable>: FunctionCall {
    var value: Value?

    static var function: String { "echo_\(Value.postgresType)" }
    static var access: FunctionAccess { .read }
    static var parameters: [Parameter<Self>] { [Parameter("value", \.value)] }
    static var columns: [Column] { [Column("answer", Value.postgresType)] }

    static func decode(_ row: inout Cells) throws(PostgresError) -> Value? {
        try row.nextIfPresent()
    }
}

/// Decodes a value that the server casts from text, which our codecs could not encode.
struct Spoken<Value: PostgresCodable>: FunctionCall {
    var spoken: String

    static var function: String { "spoken_\(Value.postgresType)" }
    static var access: FunctionAccess { .read }
    static var parameters: [Parameter<Self>] { [Parameter("spoken", \.spoken)] }
    static var columns: [Column] { [Column("answer", Value.postgresType)] }

    static func decode(_ row: inout Cells) throws(PostgresError) -> Value { try row.next() }
}

/// The numbers of characters and bytes that the server counts in a text.
struct Described: TextCall {
    var value: String

    static let function = "described"
    static let access = FunctionAccess.read
    static let parameters: [Parameter<Self>] = [Parameter("value", \.value)]
}

struct ScopeSeen: TextCall {
    static let function = "scope_seen"
    static let access = FunctionAccess.read
    static let parameters: [Parameter<Self>] = []
}

struct ScopeSeenByWrite: TextCall {
    static let function = "scope_seen"
    static let access = FunctionAccess.write
    static let parameters: [Parameter<Self>] = []
}

struct Setting: TextCall {
    var name: String

    static let function = "setting"
    static let access = FunctionAccess.read
    static let parameters: [Parameter<Self>] = [Parameter("name", \.name)]
}

/// The start of the transaction, equal for calls that share one.
struct Began: FunctionCall {
    static let function = "began"
    static let access = FunctionAccess.read
    static let parameters: [Parameter<Self>] = []
    static let columns = [Column("answer", .timestamptz)]

    static func decode(_ row: inout Cells) throws(PostgresError) -> Int64 {
        try row.next(PostgresTimestamp.self).microsecondsSinceEpoch
    }
}

struct Backend: FunctionCall {
    static let function = "backend"
    static let access = FunctionAccess.write
    static let parameters: [Parameter<Self>] = []
    static let columns = [Column("answer", .int4)]

    static func decode(_ row: inout Cells) throws(PostgresError) -> Int32 { try row.next() }
}

/// Sleeps, then returns its scope.
struct Nap: TextCall {
    var milliseconds: Int32

    static let function = "nap"
    static let access = FunctionAccess.read
    static let parameters: [Parameter<Self>] = [Parameter("milliseconds", \.milliseconds)]
}

struct WriteNap: TextCall {
    var milliseconds: Int32

    static let function = "nap"
    static let access = FunctionAccess.write
    static let parameters: [Parameter<Self>] = [Parameter("milliseconds", \.milliseconds)]
}
