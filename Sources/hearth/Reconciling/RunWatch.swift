import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Glibc

/// Polls a run until it has ended, and shows its progress.
struct RunWatch {
    let database: Database
    let tenant: TenantID
    let slug: String

    private static let intervalSeconds = 1
    /// How often a line is written if standard error is not a terminal.
    private static let linesEverySeconds = 15

    func untilEnd(of started: RunReport) async throws -> RunReport {
        StandardStream.error.writeLine(
            "Run \(started.id.uuidString.lowercased()) has begun. Ctrl-C stops watching; to cancel "
                + "the run:\n  hearth reconcile cancel \(slug) "
                + started.id.uuidString.lowercased())
        let isTerminal = isatty(StandardStream.error.rawValue) == 1
        var report = started
        var seconds = 0
        while !report.hasEnded {
            if isTerminal {
                StandardStream.error.write(Array("\r\u{1B}[K\(report.progress)".utf8))
            } else if seconds % Self.linesEverySeconds == 0 {
                StandardStream.error.writeLine(report.progress)
            }
            try await Task.sleep(for: .seconds(Self.intervalSeconds))
            seconds += Self.intervalSeconds
            report = try await look(at: report.id)
        }
        if isTerminal { StandardStream.error.write(Array("\r\u{1B}[K".utf8)) }
        return report
    }

    private func look(at id: UUID) async throws -> RunReport {
        guard let row = try await database.call(GetRun(runID: id), in: tenant).first else {
            throw OperatorMessage.runMissing(IDArgument(uuid: id), of: slug)
        }
        return try RunReport(row)
    }
}

extension OperatorMessage {
    static func runMissing(_ run: IDArgument, of slug: String) -> OperatorMessage {
        OperatorMessage(
            "there is no such run", why: "tenant \"\(slug)\" has no run \(run)",
            advice: "`hearth runs list \(slug)` lists its runs.", exitStatus: .missing)
    }
}
