import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Logging
import Postgres
import Synchronization

/// Examines an installation: changes nothing, and ends in time even if a server hangs.
final class Examination: Sendable {
    let target: DatabaseOption.Target
    let logger: Logger
    private let findings = Mutex<[Finding]>([])

    /// For everything; then what is missing counts as failed.
    static let deadlineSeconds = 45
    /// For one step of it.
    static let stepSeconds = 10
    private static let sessionSeconds = 30
    private static let patienceMilliseconds = 5_000

    init(_ target: DatabaseOption.Target, logger: Logger) {
        self.target = target
        self.logger = logger
    }

    func run() async -> FindingReport {
        let isWhole = try? await withDeadline(seconds: Self.deadlineSeconds) { [self] in
            await examine()
            return true
        }
        if isWhole != true {
            note(
                .fail(
                    "examination", "it did not end within \(Self.deadlineSeconds) seconds",
                    advice: "The checks that were left were not made; --verbose shows the others.",
                    exitStatus: .temporaryFailure))
        }
        return FindingReport(findings: findings.withLock(\.self))
    }

    func note(_ finding: Finding) { findings.withLock { $0.append(finding) } }

    func hasNoted(_ name: String) -> Bool {
        findings.withLock { $0.contains { $0.name == name } }
    }

    private func examine() async {
        guard let hasSchema = await examineServer() else { return }
        // What else there is to examine is the primary's.
        if target.configuration.database.isReadOnly { return await examineReader(hasSchema) }
        await examineAdministrator(hasSchema: hasSchema)
        guard hasSchema else { return }
        await examineBackup()
        noteDisk()
        let configuration = target.configuration
        await step("session", seconds: Self.sessionSeconds) { [self] in
            try await DatabaseSession.run(
                target.url, configuration: configuration,
                patienceMilliseconds: Self.patienceMilliseconds, logger: logger
            ) { [self] in
                try await examineInstallation($0)
                try await examineTenants($0)
            }
        }
    }

    private func examineReader(_ hasSchema: Bool) async {
        guard hasSchema else { return }
        let configuration = target.configuration
        await step("session", seconds: Self.sessionSeconds) { [self] in
            try await DatabaseSession.run(
                target.url, configuration: configuration,
                patienceMilliseconds: Self.patienceMilliseconds, logger: logger
            ) { [self] in
                try await examineFollowed($0)
                try await examineEncryptionKey($0)
            }
        }
    }

    /// Does a part of the examination; notes if it fails or hangs.
    func step(
        _ name: String, seconds: Int,
        _ body: @escaping @Sendable () async throws -> Void
    ) async {
        do {
            let isDone: Bool? = try await withDeadline(seconds: seconds) {
                try await body()
                return true
            }
            if isDone == nil {
                note(
                    .fail(
                        name, "no answer within \(seconds) seconds",
                        advice: OperatorMessage.databaseAdvice, exitStatus: .unavailable))
            }
        } catch {
            let message = OperatorMessage(error, during: name)
            note(
                .fail(
                    name, message?.why ?? "\(error)",
                    advice: message?.advice ?? OperatorMessage.databaseAdvice,
                    exitStatus: message?.exitStatus ?? .defect))
        }
    }
}
