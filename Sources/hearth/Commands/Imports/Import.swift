import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Brings an app's past: app users, households, purchases, uses and grants.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Import an app's past: app users, households, purchases, uses and grants.",
        discussion: """
            Reads CSV with a header (.csv) or a JSON object on each line; docs/MOVING_IN.md has \
            the fields. A refused row changes nothing, and the others are imported. If an import \
            was stopped, run it again: rows that are already imported are skipped. The exit status \
            is 65 if a row was refused.

            Example: hearth import myapp past.csv --dry-run
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "A file.", completion: .file())
    var file: String

    @Option(help: "The record of rows that do not name one: \(Self.kinds).")
    var record: ImportRecord?

    @Flag(help: "Say what would happen, and change nothing.")
    var dryRun = false

    @Option(help: "Write refused rows to a CSV file: line, record, code and detail.")
    var report: String?

    @OptionGroup var database: DatabaseOption

    private static let kinds = ImportRecord.allCases.map(\.rawValue).joined(separator: ", ")

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let counts = try await importAll(into: id, of: installation.database)
            for line in counts.lines { print(line) }
            if dryRun { print("Nothing was changed.") }
            guard counts.refused == 0 else { throw ExitCode(65) }
            if !dryRun {
                print("Next: hearth reconcile start \(tenant), and hearth shadow \(tenant) FILE")
            }
        }
    }

    private func importAll(
        into tenant: TenantID, of database: Database
    ) async throws -> ImportCounts {
        var sets = ImportSets(try RecordFile.open(path: file), record: record)
        let report = try ReportFile(path: report, columns: ["line", "record", "code", "detail"])
        var counts = ImportCounts()
        var progress = Progress(now: monotonicTime)
        defer { progress.end() }
        var analyzed: [ImportRecord?: Int] = [:]
        while case let first = try sets.next(), !first.isEmpty {
            // Two calls at once: one is planned and stored while the other waits for the disk.
            let second = try sets.next()
            async let firstOutcomes = outcomes(of: first, in: tenant, of: database)
            async let secondOutcomes = outcomes(of: second, in: tenant, of: database)
            let rows = first + second
            let outcomes = try await firstOutcomes + secondOutcomes
            for (row, outcome) in zip(rows, outcomes) {
                counts.count(outcome.result, of: row.record)
                guard outcome.result == .refused else { continue }
                let fields = [
                    String(row.line), row.record?.rawValue ?? "", outcome.code ?? "",
                    outcome.detail ?? "",
                ]
                try report.add(
                    fields, shown: "line \(row.line): \(fields[2]): \(fields[3])")
            }
            // Growing tables get other plans; their statistics would come a minute later.
            let record = rows.last?.record
            if !dryRun, counts.imported(record) > 8 * (analyzed[record] ?? 0) {
                analyzed[record] = counts.imported(record)
                _ = try await database.callOne(AnalyzeTables())
            }
            progress.show(
                count: counts.total,
                share: Double(sets.readBytes) / Double(max(sets.totalBytes, 1)),
                note: counts.refused == 0 ? "" : ", \(counts.refused) refused")
        }
        progress.end()
        print("\(counts.total) rows, \(progress.rate(of: counts.total)) a second")
        return counts
    }

    /// What becomes of each row; rows that cannot be read do not reach the database.
    private func outcomes(
        of rows: [ImportRow], in tenant: TenantID, of database: Database
    ) async throws -> [ImportRows.Row] {
        let facts = rows.compactMap { try? $0.facts.get() }
        let call = ImportRows(facts.map { .object($0) }, isDryRun: dryRun)
        var stored = facts.isEmpty ? [] : try await database.call(call, in: tenant)[...]
        return rows.compactMap { row in
            switch row.facts {
            case .success: stored.popFirst()
            case .failure(let problem):
                ImportRows.Row(
                    number: 0, outcome: ImportRows.Outcome.refused.rawValue,
                    code: ErrorCode.importRowInvalid.rawValue,
                    detail: problem.sentence)
            }
        }
    }
}

extension ImportRecord: ExpressibleByArgument {}
