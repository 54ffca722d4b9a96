import Entitlements
import EntitlementsDatabase

/// The end of a page of findings: the kind and the subject of its last finding.
///
/// Opaque to callers.
struct FindingCursor {
    let kind: String
    let subject: String

    init(kind: String, subject: String) {
        self.kind = kind
        self.subject = subject
    }

    init(reading text: String) throws(Failure) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty,
            let bytes = Hexadecimal.bytes(parts[1]), !bytes.contains(0),
            let subject = String(validating: bytes, as: UTF8.self),
            parts[0].utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (97...122).contains($0) })
        else {
            throw CursorText.refusal
        }
        kind = String(parts[0])
        self.subject = subject
    }

    var text: String { "\(kind).\(Hexadecimal.text(subject.utf8))" }
}

extension ListFindings.Row {
    var cursor: FindingCursor { FindingCursor(kind: kind, subject: subject) }

    /// Writes the finding as an element of the list.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("kind")
        json.string(kind)
        for (name, kinds) in [
            ("product_id", ["product_not_in_catalog"]),
            ("entitlement_id", ["entitlement_not_in_catalog", "entitlement_without_purchase"]),
            ("endpoint_id", ["endpoint_off"]),
            ("credit_id", ["credits_not_delivered"]),
            ("store", ["purchases_not_transferred"]),
            ("reason", ["webhooks_refused"]),
        ] {
            json.name(name)
            if kinds.contains(kind) { json.string(subject) } else { json.null() }
        }
        json.name("count")
        json.integer(count)
        for (name, moment) in [("first_seen_at", firstSeenAt), ("last_seen_at", lastSeenAt)] {
            json.name(name)
            json.timestamp(moment)
        }
        json.endObject()
    }
}
