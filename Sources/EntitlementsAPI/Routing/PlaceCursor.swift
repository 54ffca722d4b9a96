import Entitlements

/// The end of a page that is ordered by a moment and a text.
///
/// Opaque to callers; encoded so that they do not construct one.
struct PlaceCursor {
    let moment: Timestamp
    let place: String

    init(moment: Timestamp, place: String) {
        self.moment = moment
        self.place = place
    }

    init(reading text: String) throws(Failure) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let microseconds = Int64(parts[0], radix: 36),
            let moment = Timestamp(microsecondsSinceEpoch: microseconds),
            let bytes = Hexadecimal.bytes(parts[1]), !bytes.isEmpty, !bytes.contains(0),
            let place = String(validating: bytes, as: UTF8.self)
        else {
            throw CursorText.refusal
        }
        self.moment = moment
        self.place = place
    }

    var text: String {
        let microseconds = String(moment.microsecondsSinceEpoch, radix: 36)
        return "\(microseconds).\(Hexadecimal.text(place.utf8))"
    }
}
