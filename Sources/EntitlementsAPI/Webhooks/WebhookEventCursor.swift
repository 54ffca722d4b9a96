import Entitlements
import EntitlementsDatabase

/// Where a page of webhook events ended: the moment and the id of its last event.
///
/// Callers pass it back as they got it; the text is only encoded so that nobody builds one.
struct WebhookEventCursor {
    let receivedAt: Timestamp
    let eventID: String

    init(receivedAt: Timestamp, eventID: String) {
        self.receivedAt = receivedAt
        self.eventID = eventID
    }

    init(reading text: String) throws(Failure) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let microseconds = Int64(parts[0], radix: 36),
            let receivedAt = Timestamp(microsecondsSinceEpoch: microseconds),
            let bytes = Self.bytes(hexadecimal: parts[1]), !bytes.isEmpty, !bytes.contains(0),
            let eventID = String(validating: bytes, as: UTF8.self)
        else {
            throw Failure(
                .validationFailed, "The query has parameters that are not as expected.",
                pointers: [
                    FieldProblem(pointer: "/cursor", detail: "Expected a next_cursor of this list.")
                ])
        }
        self.receivedAt = receivedAt
        self.eventID = eventID
    }

    var text: String {
        let digits = eventID.utf8.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "\(String(receivedAt.microsecondsSinceEpoch, radix: 36)).\(digits.joined())"
    }

    private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}

extension ListWebhookEvents.Row {
    var cursor: WebhookEventCursor {
        WebhookEventCursor(receivedAt: receivedAt, eventID: eventID)
    }

    /// The event as the list shows it.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("event_id")
        json.string(eventID)
        json.name("type")
        json.string(eventType)
        json.name("received_at")
        json.timestamp(receivedAt)
        json.name("status")
        json.string(status)
        json.name("failure")
        if let failure { json.string(failure) } else { json.null() }
        json.name("attempts")
        json.integer(attempts)
        json.name("due_at")
        if let dueAt { json.timestamp(dueAt) } else { json.null() }
        json.endObject()
    }
}
