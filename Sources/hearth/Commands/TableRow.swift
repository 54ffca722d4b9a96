/// Prints a row of a table, with tabs between its cells.
///
/// Ids and names come from other systems. Characters of them that a terminal obeys, or that end a
/// cell or a line, are shown as their codes.
func printRow(_ cells: [String]) {
    print(cells.map(\.showingControlCharacters).joined(separator: "\t"))
}

extension String {
    /// The text with each control character as its code: `\u{1B}`.
    ///
    /// Among them are those that turn the direction of the text around.
    var showingControlCharacters: String {
        var shown = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
