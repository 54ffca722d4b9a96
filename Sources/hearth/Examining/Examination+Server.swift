import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Migrations
import Postgres

/// The checks of the Postgres server, before the schema is known to be there.
extension Examination {
    /// What a session has told, and what was found out about a pooler in between.
    struct Server: Sendable, Equatable {
        let inspection: ServerInspection
        let way: ConnectionWay
        var pooling = Pooling.none
        /// How far the server's clock is ahead of this machine's.
        var clockLeadMilliseconds: Int64
    }

    /// Returns whether the schema can be used; nil if the server does not answer.
    func examineServer() async -> Bool? {
        let url = target.url
        let isReadOnly = target.configuration.database.isReadOnly
        let seen: Server?
        do {
            seen = try await withDeadline(seconds: Self.stepSeconds) {
                try await Server(url, acceptsStandby: isReadOnly)
            }
        } catch {
            let unknown = OperatorMessage(
                "database", why: "\(error)", advice: OperatorMessage.databaseAdvice,
                exitStatus: .unavailable)
            note(.fail("database", OperatorMessage(error, during: "database") ?? unknown))
            return nil
        }
        guard let seen else {
            note(
                .fail(
                    "database", "no answer within \(Self.stepSeconds) seconds",
                    advice: "Is the database overloaded, or stopped?", exitStatus: .unavailable))
            return nil
        }
        for finding in seen.findings where !(isReadOnly && finding.name == "writes") {
            note(finding)
        }
        if isReadOnly { note(.ok("writes", "none: the server answers lookups only")) }
        // What the server's login and schema are, no lent session can tell.
        guard seen.pooling != .transaction else { return false }
        switch seen.inspection.isMemberOfServer {
        case nil: return await examineSchema()
        case false?: return false
        case true?:
            let canLogIn = await examineLogin()
            let hasSchema = await examineSchema()
            return canLogIn && hasSchema
        }
    }

    /// Notes whether the server's own connections act as its role, and as many may be
    /// open as it needs.
    private func examineLogin() async -> Bool {
        let client = target.configuration.postgresClient(target.url)
        let finding: Finding
        do {
            let seen = try await withDeadline(seconds: Self.stepSeconds) {
                try await ServerLogin.examine(client)
            }
            finding = .login(actingAs: seen?.role, insteadOf: client.role ?? "")
            if let seen { note(.connections(needed: client.connections, within: seen.limits)) }
        } catch {
            finding = .login(failedBecause: "\(error)")
        }
        note(finding)
        return finding.status == .ok
    }

    /// Notes whether the database has this binary's schema, with its rights.
    private func examineSchema() async -> Bool {
        let url = target.url
        let isReadOnly = target.configuration.database.isReadOnly
        do {
            let isDone: Bool? = try await withDeadline(seconds: Self.stepSeconds) {
                try await DatabaseMigration.requireSchema(url, acceptsStandby: isReadOnly)
                return true
            }
            guard isDone == true else {
                note(
                    .fail(
                        "schema", "no answer within \(Self.stepSeconds) seconds",
                        advice: OperatorMessage.databaseAdvice, exitStatus: .unavailable))
                return false
            }
            note(.ok("access", "roles, owners, policies and grants are whole"))
            note(.ok("functions", "no function runs what another role made"))
            note(.ok("isolation", "without a tenant the server sees no row of any table"))
            note(.ok("schema", "works with this binary's version, \(Schema.embedded.version)"))
            return true
        } catch let error as MigrationFailure {
            let message = OperatorMessage(error, during: "schema")
            var name = "schema"
            if case .accessLacking = error { name = "access" }
            if case .functionsOpen = error { name = "functions" }
            if case .tenantsNotKeptApart = error { name = "isolation" }
            note(.fail(name, "\(error)", advice: message?.advice ?? ""))
        } catch {
            note(.fail("schema", "\(error)", advice: OperatorMessage.databaseAdvice))
        }
        return false
    }
}

extension Examination.Server {
    /// Asks the server, over two connections at once.
    fileprivate init(_ url: String, acceptsStandby: Bool) async throws {
        self = try await AdministrationConnection.withConnection(
            to: url, acceptsStandby: acceptsStandby
        ) { connection in
            let asked = systemTime()
            let first = try await ServerInspection(on: connection)
            let answered = systemTime()
            let middle = (asked.microsecondsSinceEpoch + answered.microsecondsSinceEpoch) / 2
            var server = Self(
                inspection: first, way: await connection.way,
                clockLeadMilliseconds: (first.time.microsecondsSinceEpoch - middle) / 1_000)
            server.pooling = try await Pooling(of: connection, first, to: url)
            return server
        }
    }

    var findings: [Finding] {
        [
            versionFinding, readOnlyFinding, durabilityFinding, .encryption(of: way),
            poolerFinding, clockFinding, roleFinding,
        ].compactMap(\.self)
    }

    private var versionFinding: Finding {
        let number = inspection.versionNumber
        let words = "Postgres \(number / 10_000).\(number % 10_000) answers"
        guard number < Self.oldestVersion else { return .ok("database", words) }
        return .fail(
            "database", "\(words), and Hearth needs 15",
            advice: "Upgrade it: pg_upgrade, or dump and restore.",
            exitStatus: .invalidConfiguration)
    }

    private static let oldestVersion = 150_000

    /// Nil if a write has to be tried.
    private var readOnlyFinding: Finding? {
        guard inspection.isReadOnly else { return nil }
        return .fail(
            "writes", "the server is read-only",
            advice: "Is DATABASE_URL a replica's, or default_transaction_read_only set?",
            exitStatus: .invalidConfiguration)
    }

    /// Nil if a commit is on disk before it is acknowledged.
    private var durabilityFinding: Finding? {
        guard !inspection.commitsAreDurable else { return nil }
        return .warn(
            "durability",
            "synchronous_commit is off: a crash of Postgres loses up to a second of events that "
                + "RevenueCat was told are stored",
            advice: "Reset it for the database and the login: "
                + "`alter database … reset synchronous_commit`, `alter role … reset …`.")
    }

    private var poolerFinding: Finding {
        switch pooling {
        case .none: .ok("pooler", "none: sessions are the server's own")
        case .session: .ok("pooler", "one in session mode: each connection has its own session")
        case .transaction:
            .fail(
                "pooler", "a pooler lends sessions by the transaction", advice: Pooling.advice,
                exitStatus: .invalidConfiguration)
        }
    }

    /// Webhook signatures may be five minutes old, and tokens five seconds early.
    private static let clockLimits = (warn: Int64(2_000), fail: Int64(60_000))

    private var clockFinding: Finding {
        let lead = clockLeadMilliseconds
        let words =
            "the database's clock is \(abs(lead)) ms "
            + (lead < 0 ? "behind" : "ahead of") + " this machine's"
        let advice = "Synchronise both with NTP: `timedatectl` shows this machine's state."
        if abs(lead) > Self.clockLimits.fail { return .fail("clock", words, advice: advice) }
        if abs(lead) > Self.clockLimits.warn { return .warn("clock", words, advice: advice) }
        return .ok("clock", words)
    }

    private var roleFinding: Finding {
        switch inspection.isMemberOfServer {
        case true?: .ok("role", "the login is a member of hearth_server")
        case false?: .fail("role", OperatorMessage.notAMember(inspection.role))
        case nil:
            .fail(
                "role", "there is no role hearth_server",
                advice: "Run `hearth migrate` as a user who may create roles.",
                exitStatus: .invalidConfiguration)
        }
    }
}

extension Finding {
    static func login(failedBecause reason: String) -> Finding {
        .fail("login", reason, advice: ServerLogin.advice, exitStatus: .invalidConfiguration)
    }

    /// The role is nil if the server did not answer.
    static func login(actingAs role: String?, insteadOf wanted: String) -> Finding {
        guard let role else { return login(failedBecause: "no answer in time") }
        guard role == wanted else {
            return login(failedBecause: "sessions act as \(role), not as \(wanted)")
        }
        return .ok("login", "sessions of the server act as \(role)")
    }
}
