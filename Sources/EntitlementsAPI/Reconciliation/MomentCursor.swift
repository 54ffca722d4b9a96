package import Entitlements
package import FoundationEssentials

/// The end of a page that is ordered by a moment and an id.
///
/// Opaque to callers.
package struct MomentCursor {
    package let moment: Timestamp
    package let id: UUID

    package init(moment: Timestamp, id: UUID) {
        self.moment = moment
        self.id = id
    }

    package init(reading text: String) throws(Failure) {
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

    package var text: String {
        "\(String(moment.microsecondsSinceEpoch, radix: 36)).\(id.uuidString.lowercased())"
    }
}
