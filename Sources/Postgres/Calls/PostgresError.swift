/// Why a call has no answer.
///
/// The description never holds data: what the server says of a row may quote it, so only codes and
/// names of ours are kept.
package enum PostgresError: Error, Sendable, Equatable {
    /// A function refused: `raise sqlstate 'PTnnn' using message = 'a_code', detail = 'A
    /// sentence.'`, and as its hint a JSON object of what else the caller is to know.
    case raised(status: Int, code: String, detail: String, members: String? = nil)
    /// The server failed the statement, by its SQLSTATE.
    case server(sqlState: String)
    /// The connection broke. An unknown outcome may have been committed: ask, or repeat what is
    /// safe to repeat.
    case connectionLost(outcomeUnknown: Bool)
    /// No connection could be had; the server's reason, which names no data.
    case cannotConnect(reason: String)
    /// No connection was open when the call gave up: the server is away.
    case unreachable
    /// No connection was free before the deadline.
    case waitedTooLong
    /// As many calls as may wait were waiting.
    case tooManyWaiting
    /// The calling task was cancelled.
    case cancelled
    /// A text held U+0000, which Postgres cannot store and libpq would cut the text at.
    case nulCharacter
    case argumentsTooLarge
    /// An answer was not what its call says it is: a defect of ours.
    case decoding(StaticString)
    /// The client is stopping, or has stopped.
    case shutdown
    /// A script of an administrator failed, with what the server said of it: scripts are ours and
    /// hold nobody's data.
    case script(message: String, cause: String)

    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.raised(let one, let code, _, _), .raised(let other, let otherCode, _, _)):
            one == other && code == otherCode
        default: String(describing: left) == String(describing: right)
        }
    }
}

extension PostgresError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .raised(let status, let code, _, _): "raised \(status) \(code)"
        case .server(let sqlState): "server error, SQLSTATE \(sqlState)"
        case .connectionLost(true): "connection lost, outcome unknown"
        case .connectionLost(false): "connection lost before anything was sent"
        case .cannotConnect(let reason): "cannot connect: \(reason)"
        case .unreachable: "no connection is open"
        case .waitedTooLong: "no connection was free in time"
        case .tooManyWaiting: "too many calls are waiting"
        case .cancelled: "cancelled"
        case .nulCharacter: "a text holds U+0000"
        case .argumentsTooLarge: "the arguments are too large"
        case .decoding(let what): "decoding failed: \(what)"
        case .shutdown: "the client has stopped"
        case .script(let message, _): message
        }
    }
}

extension PostgresError {
    /// The transaction lost a race that it may win when it is repeated as a whole.
    var isLostRace: Bool {
        self == .server(sqlState: "40001") || self == .server(sqlState: "40P01")
    }

    /// Functions were rebuilt while the call was resolved or planned, so nothing of it took effect.
    ///
    /// - `0A000`: the statement that the connection prepared has other columns now. A new
    ///   connection prepares it again.
    /// - `26000`: the connection's statement is not prepared.
    /// - `3F000`, `42883`: a name was looked up between the end of the old schema and the beginning
    ///   of the new one. A function that is missing for good is still missing when the call is
    ///   repeated.
    /// - `XX000`: planning used what was dropped meanwhile ("cache lookup failed").
    var isStaleStatement: Bool {
        guard case .server(let sqlState) = self else { return false }
        return ["0A000", "26000", "3F000", "42883", "XX000"].contains(sqlState)
    }

    /// The statement's preparation, which another call on the connection had sent, failed.
    var isUnprepared: Bool {
        self == .server(sqlState: "26000")
    }

    /// The server is ending the connection: it is restarting, or somebody terminated it.
    var isServerLeaving: Bool {
        guard case .server(let sqlState) = self else { return false }
        return ["57P01", "57P02", "57P03"].contains(sqlState)
    }
}
