/// Prints a line.
///
/// Ids and names come from other systems. Characters of them that a terminal obeys, or that end a
/// line, are shown as their codes.
func printLine(_ text: String) {
    print(text.showingControlCharacters)
}

/// Prints JSON on a line.
func printJSON(_ json: [UInt8]) {
    print(String(decoding: json, as: UTF8.self).escapingControlCharacters)
}

extension String {
    /// The text with each control character as its code: `\u{1B}`.
    ///
    /// Among them are those that turn the direction of the text around.
    var showingControlCharacters: String {
        var shown = ""
        for scalar in unicodeScalars {
            if scalar.isObeyedByTerminals {
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// JSON text with each control character in its strings as an escape: `\u009b`.
    ///
    /// The values stay the same. Line breaks of JSON stand between its values.
    var escapingControlCharacters: String {
        var escaped = ""
        for scalar in unicodeScalars {
            if scalar != "\n", scalar.isObeyedByTerminals {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    fileprivate var isObeyedByTerminals: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
