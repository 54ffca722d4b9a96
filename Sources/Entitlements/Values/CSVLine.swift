/// A line of a CSV table (RFC 4180).
package enum CSVLine {
    /// Returns the cells as a line, with its line end.
    ///
    /// A cell that a spreadsheet takes for a formula begins with an apostrophe.
    package static func text(_ cells: [String]) -> String {
        cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// A spreadsheet takes a cell with such a start for a formula, unless an apostrophe precedes.
    ///
    /// Ids can have any text.
    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n"]

    /// A cell with one of them must be quoted.
    private static let separators: Set<Unicode.Scalar> = [",", "\"", "\r", "\n"]

    /// Quotes scalar by scalar, as CSV readers do: a quote with a combining accent is another
    /// `Character`, but still a quote.
    private static func cell(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let prefix = scalars.first.map(formulaStarts.contains) == true ? "'" : ""
        guard scalars.contains(where: separators.contains) else { return prefix + text }
        var quoted = String.UnicodeScalarView()
        for scalar in scalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        return "\"\(prefix)\(String(quoted))\""
    }
}
