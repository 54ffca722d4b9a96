/// Why a call has no answer.
///
/// The description never holds data. The server's messages may quote a row, so only codes and our
/// own names are kept.
package enum PostgresError: Error, Sendable, Equatable {
    /// A function refused: `raise sqlstate 'PTnnn' using message = 'a_code', detail = 'A
    /// sentence.'`; the hint, a JSON object, becomes `members`.
    case raised(status: Int, code: String, detail: String, members: String? = nil)
    /// The server failed the statement, with this SQLSTATE.
    case server(sqlState: String)
    /// The connection broke; if the outcome is unknown, the transaction may have been committed.
    case connectionLost(outcomeUnknown: Bool)
    /// The connection string cannot be read. Which part of it is wrong is not said: it may be of
    /// the password.
    case malformedConnectionString
    /// The connection could not be opened; the server's reason names no data.
    case cannotConnect(reason: String)
    /// No connection was open when the call gave up: the server is unreachable.
    case unreachable
    /// No connection was free before the deadline.
    case waitedTooLong
    /// The limit of waiting calls is reached.
    case tooManyWaiting
    /// The server has not replayed the log up to the position that the call needs.
    case positionNotReached
    /// The calling task was cancelled.
    case cancelled
    /// A text holds U+0000: Postgres cannot store it, and libpq would cut the text there.
    case nulCharacter
    case argumentsTooLarge
    /// A result does not match its call's columns: a defect of ours.
    case decoding(StaticString)
    /// The client is stopping, or has stopped.
    case shutdown
    /// An administrator's script failed, with the server's message: scripts are ours and hold no
    /// app user's data.
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
        case .malformedConnectionString:
            "the connection string cannot be read; it may hold a password, so it is not shown"
        case .cannotConnect(let reason): "cannot connect: \(reason)"
        case .unreachable: "no connection is open"
        case .waitedTooLong: "no connection was free in time"
        case .tooManyWaiting: "too many calls are waiting"
        case .positionNotReached: "the position is not reached"
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
    /// The transaction lost a race; repeated as a whole, it may succeed.
    var isLostRace: Bool {
        self == .server(sqlState: "40001") || self == .server(sqlState: "40P01")
    }

    /// Functions were rebuilt while the call was resolved or planned, so it had no effect.
    ///
    /// - `0A000`: the prepared statement's columns have changed. A new connection prepares it
    ///   again.
    /// - `26000`: the connection's statement is not prepared.
    /// - `3F000`, `42883`: a name was looked up after the old schema was dropped and before the new
    ///   one was created. A function that is really missing is still missing when the call is
    ///   repeated.
    /// - `XX000`: the planner used a dropped object ("cache lookup failed").
    var isStaleStatement: Bool {
        guard case .server(let sqlState) = self else { return false }
        return ["0A000", "26000", "3F000", "42883", "XX000"].contains(sqlState)
    }

    /// The disk is full, or the memory, or a limit of them is reached: class 53.
    package var isShortOfResources: Bool {
        guard case .server(let sqlState) = self else { return false }
        return sqlState.hasPrefix("53")
    }

    /// The transaction may not write: the server is a replica now, or its host made it read-only,
    /// as some do when the disk is full.
    package var isReadOnly: Bool { self == .server(sqlState: "25006") }

    /// A function is missing or not allowed, as those about the log are with some providers.
    var isRefusalOfFunction: Bool {
        guard case .server(let sqlState) = self else { return false }
        return sqlState.hasPrefix("42") || sqlState == "0A000"
    }

    /// The statement is not prepared: preparing it for another call on the connection failed.
    var isUnprepared: Bool {
        self == .server(sqlState: "26000")
    }

    /// The server is ending the connection: it is restarting, or an administrator terminated it.
    var isServerLeaving: Bool {
        guard case .server(let sqlState) = self else { return false }
        return ["57P01", "57P02", "57P03"].contains(sqlState)
    }
}
