package import Entitlements
package import Postgres

extension Failure {
    /// The failure that a caller may see for a database error: a refusal raised in SQL, or that the
    /// database is busy or unavailable.
    ///
    /// Nil for any other error: it is a defect, of which the caller sees a 500.
    package init?(carrying error: PostgresError, of access: FunctionAccess) {
        switch error {
        case _ where error.isShortOfResources:
            self.init(
                .databaseUnavailable, "The database has no disk space or memory left.",
                retryAfterSeconds: 1)
        case _ where error.isReadOnly && access == .write:
            self.init(
                .databaseUnavailable, "The database accepts no writes.", retryAfterSeconds: 1)
        case .raised(_, let code, let detail, let members):
            guard let code = ErrorCode(rawValue: code) else { return nil }
            self.init(code, detail, members: members.map { Array($0.utf8) })
        case .positionNotReached:
            self.init(
                .positionNotReached, "The database has not reached the position yet.",
                retryAfterSeconds: 1)
        case .waitedTooLong, .tooManyWaiting:
            self.init(.overloaded, "The database is busy.", retryAfterSeconds: 1)
        case .server(let sqlState) where ["57014", "55P03"].contains(sqlState):
            // The statement or lock timeout.
            self.init(.overloaded, "The database is busy.", retryAfterSeconds: 1)
        case .connectionLost, .cannotConnect, .malformedConnectionString, .unreachable, .shutdown:
            self.init(.databaseUnavailable, "The database cannot be reached.", retryAfterSeconds: 1)
        default:
            return nil
        }
    }

    /// The refusal of everything that writes, by a server that only answers lookups.
    package static let readOnlyServer = Failure(
        .readOnly, "This server reads from a copy of the database and answers lookups only.")

    /// A refusal of a function; `members` are further members of the problem, as a JSON object.
    package init(_ code: ErrorCode, _ detail: String, members: [UInt8]?) {
        self.init(
            code, detail, retryAfterSeconds: members.flatMap(Self.retryAfterSeconds(in:)))
        self.members = members
    }

    private static func retryAfterSeconds(in members: [UInt8]) -> Int? {
        guard case .integer(let seconds)? = try? JSONParser.parse(members)["retry_after_seconds"]
        else { return nil }
        return Int(exactly: seconds)
    }
}
