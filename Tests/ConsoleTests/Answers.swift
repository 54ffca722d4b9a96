import Console
import Entitlements

/// The place of the tests' pages: the tenant `shop`, at 2026-11-21T10:00:00Z.
let place = Place(
    root: "/console/shop",
    now: Timestamp(milliseconds: 1_795_255_200_000).unsafelyUnwrapped)

/// An answer of the API; null for what is no JSON.
func parsed(_ text: String) -> JSONValue {
    (try? JSONParser.parse(Array(text.utf8))) ?? .null
}

extension JSONValue {
    /// The text of the parts of a sentence, with the words of its times.
    var sentence: String {
        (array ?? []).map { part in
            part["text"]?.string ?? part["time"]?["relative"]?.string ?? ""
        }.joined()
    }
}
