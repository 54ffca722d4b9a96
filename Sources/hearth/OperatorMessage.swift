import Entitlements
import EntitlementsDatabase
import Glibc
import Migrations
import NIOCore
import Postgres
import PrivateCluster

/// Why a command failed, for a terminal: what failed, why, and what to do about it.
struct OperatorMessage: Error, CustomStringConvertible {
    let what: String
    let why: String
    let advice: String?
    let exitStatus: ExitStatus

    init(
        _ what: String, why: String, advice: String? = nil, exitStatus: ExitStatus
    ) {
        self.what = what
        self.why = why
        self.advice = advice
        self.exitStatus = exitStatus
    }

    /// Exit codes from sysexits.h, so that a script can tell the causes apart.
    enum ExitStatus: Int32 {
        case invalidData = 65
        case missing = 66
        case unavailable = 69
        case defect = 70
        case cannotCreate = 73
        case temporaryFailure = 75
        case notAllowed = 77
        case invalidConfiguration = 78

        /// The status of a refusal, by what it is over HTTP.
        init(_ code: ErrorCode) { self.init(httpStatus: code.httpStatus) }

        init(httpStatus: Int) {
            self =
                switch httpStatus {
                case 401, 403: .notAllowed
                case 404, 410: .missing
                case 429: .temporaryFailure
                case 502...504: .unavailable
                case 400..<500: .invalidData
                default: .defect
                }
        }
    }

    var description: String {
        let first = "hearth: \(what): \(why)"
        return advice.map { "\(first)\n  → \($0)" } ?? first
    }
}

extension OperatorMessage {
    /// The message for one of our errors, from any command; nil for other errors.
    init?(_ error: any Error, during what: String) {
        switch error {
        case let message as OperatorMessage: self = message
        case let error as InvalidConfiguration: self.init(error)
        case let error as InvalidTenantFiles: self.init(error)
        case let error as MigrationFailure: self.init(error)
        case let error as ClusterError:
            self.init(
                "the private Postgres cannot be used", why: "\(error)", exitStatus: .unavailable)
        case let error as Failure:
            let isAway = error.code == .databaseUnavailable || error.code == .overloaded
            self.init(
                what, why: error.detail, advice: isAway ? Self.databaseAdvice : nil,
                exitStatus: ExitStatus(error.code))
        case let error as IOError where error.errnoCode == EADDRINUSE:
            self.init(
                what, why: "another process has taken the port",
                advice: "Name another port with HEARTH_PORT. 0 takes a free one.",
                exitStatus: .unavailable)
        case PostgresError.malformedConnectionString:
            self.init(
                what, why: "\(PostgresError.malformedConnectionString)",
                advice: "In the URL, write each character of user and password that is no letter, "
                    + "digit, -, ., _ or ~ by its code: % is %25, @ is %40, / is %2F.",
                exitStatus: .invalidConfiguration)
        case let error as PostgresError:
            self.init(
                what, why: "\(error)", advice: Self.databaseAdvice, exitStatus: .unavailable)
        default: return nil
        }
    }

    static let databaseAdvice =
        "Is the database running, may the user connect, and is a connection left (max_connections, "
        + "the connection limits of login and database)? Try psql \"$DATABASE_URL\"."

    private init(_ error: InvalidConfiguration) {
        let count = error.problems.count
        let lines = error.problems.map { "\n  \($0.pointer) \($0.detail)" }.joined()
        self.init(
            "the configuration is not valid",
            why: "\(count) \(count == 1 ? "problem" : "problems")\(lines)",
            advice: "`hearth configuration` shows every key with its value.",
            exitStatus: .invalidConfiguration)
    }

    private init(_ error: MigrationFailure) {
        let advice =
            switch error {
            case .schemaIsNewer: "Run the release that migrated it, or a newer one."
            case .fileChanged:
                """
                Run the release that migrated this database; applied migrations never change. \
                Of the schemas before 0.2.0, only an unchanged version 57 can be upgraded.
                """
            case .accessLacking:
                "Run `hearth migrate` with this binary to create what is missing. Then restart."
            case .tenantsNotKeptApart:
                """
                Do not serve this database. `hearth migrate` repairs its policies. If it says the \
                same, something overrides row security: a role with bypassrls, or an extension.
                """
            case .releaseIsPresent:
                """
                Bring these servers to a release between the two first, or stop them: a stopped \
                server is present no more, a killed one after three minutes.
                """
            case .functionsOpen:
                """
                Run `hearth migrate` with this binary: it pins the search path of every function. \
                Then restart.
                """
            case .neverMigrated, .functionsLacking:
                "Run `hearth migrate` with this binary, then start again."
            case .rightsLacking(let rights):
                "Run as another administrator: "
                    + rights.map { $0.remedy + ";" }.joined(separator: " ")
            case .statementFailed:
                "That file was rolled back. Fix the cause, then run `hearth migrate` again."
            }
        // A service that restarts goes on once the database is as it should be.
        var exitStatus = ExitStatus.invalidData
        if case .rightsLacking = error { exitStatus = .invalidConfiguration }
        if case .releaseIsPresent = error { exitStatus = .temporaryFailure }
        self.init(
            "the database cannot be used as it is", why: "\(error)", advice: advice,
            exitStatus: exitStatus)
    }

    /// Prints the message and ends the process.
    func exit() -> Never {
        StandardStream.error.writeLine("\(self)")
        Glibc.exit(exitStatus.rawValue)
    }
}

extension OperatorMessage {
    static let databaseURLMissing = OperatorMessage(
        "there is no database to use", why: "DATABASE_URL is not set",
        advice: "DATABASE_URL=postgres://user:password@host/database hearth …",
        exitStatus: .invalidConfiguration)

    /// A second key would open none of the secrets that a first one sealed.
    static func encryptionKeyMissing(hasSealedSecrets: Bool) -> OperatorMessage {
        OperatorMessage(
            "secrets cannot be sealed or opened", why: "HEARTH_ENCRYPTION_KEY is not set",
            advice: hasSealedSecrets
                ? "Set it to the key that sealed the secrets in this database. That of "
                    + "`hearth up` is in keys.json of its data directory."
                : "Create one with `openssl rand -base64 32`, and keep it safe.",
            exitStatus: .invalidConfiguration)
    }
}
