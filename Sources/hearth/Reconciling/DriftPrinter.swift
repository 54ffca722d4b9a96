import ArgumentParser
import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Reconciliation

/// The format of differences.
enum DriftFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case csv
    case json
}

/// Prints all differences that a run found, page by page.
struct DriftPrinter {
    let database: Database
    let tenant: TenantID

    private static let pageRows: Int32 = 500

    static let columns: [Column] = [
        "app_user_id", "product_id", "cause", "access_affected",
    ]

    func printDrift(of run: UUID, as format: DriftFormat) async throws {
        var last: ListDrift.Row?
        var isFirst = true
        repeat {
            let rows = try await database.call(
                ListDrift(
                    runID: run, pageLimit: Self.pageRows, afterFoundAt: last?.foundAt,
                    afterDriftID: last?.driftID),
                in: tenant)
            try write(rows, as: format, isFirst: isFirst)
            last = rows.count == Int(Self.pageRows) ? rows.last : nil
            isFirst = false
        } while last != nil
    }

    /// As JSON, each difference is a line.
    private func write(
        _ rows: [ListDrift.Row], as format: DriftFormat, isFirst: Bool
    ) throws {
        var text = ""
        switch format {
        case .table:
            let lines = Table(Self.columns, try rows.map { try JSONParser.parse($0.json) }).lines
            return StandardStream.output.writeLines(Array(lines.dropFirst(isFirst ? 0 : 1)))
        case .csv:
            // A file keeps ids as they are.
            let lines = rows.map(DriftTable.csv)
            let shown =
                StandardStream.output.isTerminal
                ? lines.map { String($0.dropLast()).showingControlCharacters + "\n" } : lines
            text = (isFirst ? DriftTable.csvHeader : "") + shown.joined()
        case .json:
            for row in rows {
                let line = String(decoding: row.json, as: UTF8.self)
                text += line.escapingControlCharacters + "\n"
            }
        }
        StandardStream.output.write(Array(text.utf8))
    }
}

extension ListDrift.Row {
    /// The difference as the API shows it.
    fileprivate var json: [UInt8] {
        var json = JSONWriter()
        json.drift(Drift(self), foundAt: foundAt)
        return json.bytes
    }
}
