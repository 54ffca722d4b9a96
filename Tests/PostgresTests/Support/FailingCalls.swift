import Postgres

/// Raises a refusal with a status, a code and a detail.
struct Refuse: TextCall {
    var code = "a_code"

    static let function = "refuse"
    static let access = FunctionAccess.read
    static let parameters: [Parameter<Self>] = [Parameter("code", \.code)]
}

/// Fails with the SQLSTATE and a message that contains the text.
struct Fail: TextCall {
    var state: String
    var spoken = "oops"

    static let function = "fail"
    static let access = FunctionAccess.read
    static let parameters: [Parameter<Self>] = [
        Parameter("state", \.state), Parameter("spoken", \.spoken),
    ]
}

/// Writes a row, then sleeps before the commit.
struct WriteWord: FunctionCall {
    var word: String
    var milliseconds: Int32 = 0

    static let function = "write_word"
    static let access = FunctionAccess.write
    static let parameters: [Parameter<Self>] = [
        Parameter("word", \.word), Parameter("milliseconds", \.milliseconds),
    ]
    static let columns: [Column] = []

    static func decode(_ row: inout Cells) throws(PostgresError) {}
}

/// Writes on a read connection, which is forbidden.
struct WriteWordAsRead: FunctionCall {
    var word: String
    var milliseconds: Int32 = 0

    static let function = "write_word"
    static let access = FunctionAccess.read
    static let parameters: [Parameter<Self>] = [
        Parameter("word", \.word), Parameter("milliseconds", \.milliseconds),
    ]
    static let columns: [Column] = []

    static func decode(_ row: inout Cells) throws(PostgresError) {}
}

/// Writes a row under a deferred constraint.
struct PromiseWord: TextCall {
    var word: String

    static let function = "promise_word"
    static let access = FunctionAccess.write
    static let parameters: [Parameter<Self>] = [Parameter("word", \.word)]
}

/// Takes two locks slowly, so that two calls can deadlock.
struct LockTwo: TextCall {
    var one: Int64
    var other: Int64

    static let function = "lock_two"
    static let access = FunctionAccess.write
    static let parameters: [Parameter<Self>] = [
        Parameter("one", \.one), Parameter("other", \.other),
    ]
}

/// A function that does not exist.
struct Missing: TextCall {
    static let function = "missing"
    static let access = FunctionAccess.read
    static let parameters: [Parameter<Self>] = []
}
