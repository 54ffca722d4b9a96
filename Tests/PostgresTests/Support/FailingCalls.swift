import Postgres

/// Raises a refusal with a status, a code and a detail.
struct Refuse: TextCall {
    var code = "a_code"

    static let function = "refuse"
    static let access = FunctionAccess.read
    static let parameters: [Field] = [Field("code", .text)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(code)
    }
}

/// The same refusal, in a transaction that is rolled back in any case.
struct RefuseInDryRun: TextCall {
    var code = "a_code"
    let rollsBack = true

    static let function = "refuse"
    static let access = FunctionAccess.write
    static let parameters: [Field] = [Field("code", .text)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(code)
    }
}

/// Fails with the SQLSTATE and a message that contains the text.
struct Fail: TextCall {
    var state: String
    var spoken = "oops"

    static let function = "fail"
    static let access = FunctionAccess.read
    static let parameters: [Field] = [Field("state", .text), Field("spoken", .text)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(state)
        try arguments.append(spoken)
    }
}

/// Writes a row, then sleeps before the commit.
struct WriteWord: FunctionCall {
    var word: String
    var milliseconds: Int32 = 0
    var rollsBack = false

    static let function = "write_word"
    static let access = FunctionAccess.write
    static let parameters: [Field] = [Field("word", .text), Field("milliseconds", .int4)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(word)
        try arguments.append(milliseconds)
    }
    static let columns: [Field] = []

    static func decode(_ row: inout Cells) throws(PostgresError) {}
}

/// Writes on a read connection, which is forbidden.
struct WriteWordAsRead: FunctionCall {
    var word: String
    var milliseconds: Int32 = 0

    static let function = "write_word"
    static let access = FunctionAccess.read
    static let parameters: [Field] = [Field("word", .text), Field("milliseconds", .int4)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(word)
        try arguments.append(milliseconds)
    }
    static let columns: [Field] = []

    static func decode(_ row: inout Cells) throws(PostgresError) {}
}

/// Writes a row under a deferred constraint.
struct PromiseWord: TextCall {
    var word: String

    static let function = "promise_word"
    static let access = FunctionAccess.write
    static let parameters: [Field] = [Field("word", .text)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(word)
    }
}

/// Takes two locks slowly, so that two calls can deadlock.
struct LockTwo: TextCall {
    var one: Int64
    var other: Int64

    static let function = "lock_two"
    static let access = FunctionAccess.write
    static let parameters: [Field] = [Field("one", .int8), Field("other", .int8)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(one)
        try arguments.append(other)
    }
}

/// A function that does not exist.
struct Missing: TextCall {
    static let function = "missing"
    static let access = FunctionAccess.read
    static let parameters: [Field] = []

    func encode(into arguments: inout Arguments) throws(PostgresError) {}
}
