import Entitlements
import FoundationEssentials

/// The end of a page that is ordered by a moment and an id.
///
/// Opaque to callers.
struct MomentCursor {
    let moment: Timestamp
    let id: UUID

    init(moment: Timestamp, id: UUID) {
        self.moment = moment
        self.id = id
    }

    init(reading text: String) throws(Failure) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let microseconds = Int64(parts[0], radix: 36),
            let moment = Timestamp(microsecondsSinceEpoch: microseconds),
            let id = UUID(uuidString: String(parts[1]))
        else {
            throw CursorText.refusal
        }
        self.moment = moment
        self.id = id
    }

    var text: String {
        "\(String(moment.microsecondsSinceEpoch, radix: 36)).\(id.uuidString.lowercased())"
    }
}
