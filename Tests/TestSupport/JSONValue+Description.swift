import Entitlements
import Testing

extension JSONValue: CustomTestStringConvertible {
    /// JSON text, as a failure shows it.
    package var testDescription: String {
        var json = JSONWriter()
        json.value(self)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
