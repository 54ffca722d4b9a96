import Entitlements

extension JSONValue {
    /// JSON text for a terminal: a member or an element a line.
    var indented: String { indentedText.escapingControlCharacters }
}
