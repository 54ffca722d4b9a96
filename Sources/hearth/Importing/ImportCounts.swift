import Entitlements
import EntitlementsDatabase

/// What became of the rows of an import, by their kind.
struct ImportCounts {
    struct Counts {
        var imported = 0
        var known = 0
        var refused = 0

        var total: Int { imported + known + refused }
    }

    private var counts: [String: Counts] = [:]

    var total: Int { counts.values.map(\.total).reduce(0, +) }
    var refused: Int { counts.values.map(\.refused).reduce(0, +) }

    /// How many rows of a kind were imported.
    func imported(_ record: ImportRecord?) -> Int { counts[Self.kind(of: record)]?.imported ?? 0 }

    mutating func count(_ outcome: ImportRows.Outcome, of record: ImportRecord?) {
        var these = counts[Self.kind(of: record)] ?? Counts()
        switch outcome {
        case .imported: these.imported += 1
        case .known: these.known += 1
        case .refused: these.refused += 1
        }
        counts[Self.kind(of: record)] = these
    }

    private static func kind(of record: ImportRecord?) -> String { record?.rawValue ?? "unknown" }

    /// A table for a terminal.
    var lines: [String] {
        let kinds = ImportRecord.allCases.map(Self.kind) + [Self.kind(of: nil)]
        return ["record              imported     known   refused"]
            + kinds.compactMap { kind in
                counts[kind].map { these in
                    let numbers = [these.imported, these.known, these.refused].map {
                        Self.padded(String($0), to: 10, isRight: true)
                    }
                    return Self.padded(kind, to: 18, isRight: false) + numbers.joined()
                }
            }
    }

    private static func padded(_ text: String, to width: Int, isRight: Bool) -> String {
        let spaces = String(repeating: " ", count: max(0, width - text.count))
        return isRight ? spaces + text : text + spaces
    }
}
