import Entitlements
import EntitlementsAPI
import FoundationEssentials
import Glibc

/// Polls a run until it has ended, and shows its progress.
struct RunWatch {
    let api: TenantAPI
    let slug: String

    private static let intervalSeconds = 1
    /// How often a line is written if standard error is not a terminal.
    private static let linesEverySeconds = 15

    func untilEnd(of started: RunReport) async throws -> RunReport {
        StandardStream.error.writeLine(
            "Run \(started.id.uuidString.lowercased()) has begun. Ctrl-C stops watching; to cancel "
                + "the run:\n  hearth runs cancel \(slug) "
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
        let call = OperationCall("getRun", of: [id.uuidString.lowercased()])
        return try RunReport(json: try await api.answer(to: call).bytes)
    }
}
