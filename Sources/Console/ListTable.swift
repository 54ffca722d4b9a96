package import Entitlements

/// An answer's list as a CSV table, by the paths of its columns.
package struct ListTable: Sendable {
    private let columns: [[String]]

    package init(_ columns: [[String]]) {
        self.columns = columns
    }

    package var header: String {
        CSVLine.text(columns.map { $0.joined(separator: "_") })
    }

    /// The lines of a page.
    package func lines(_ rows: [JSONValue]) -> String {
        rows.map { row in CSVLine.text(columns.map { text(of: row.value(at: $0)) }) }.joined()
    }

    private func text(of value: JSONValue?) -> String {
        guard let value else { return "" }
        return value.string ?? String(decoding: value.bytes, as: UTF8.self)
    }
}
