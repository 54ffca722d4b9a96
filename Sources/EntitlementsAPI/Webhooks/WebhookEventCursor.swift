import Entitlements
import EntitlementsDatabase

/// The end of a page of webhook events: the moment and the id of its last event.
///
/// Opaque to callers; encoded so that they do not construct one.
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
            let bytes = Hexadecimal.bytes(parts[1]), !bytes.isEmpty, !bytes.contains(0),
            let eventID = String(validating: bytes, as: UTF8.self)
        else {
            throw CursorText.refusal
        }
        self.receivedAt = receivedAt
        self.eventID = eventID
    }

    var text: String {
        let moment = String(receivedAt.microsecondsSinceEpoch, radix: 36)
        return "\(moment).\(Hexadecimal.text(eventID.utf8))"
    }
}

extension ListWebhookEvents.Row {
    var cursor: WebhookEventCursor {
        WebhookEventCursor(receivedAt: receivedAt, eventID: eventID)
    }

    /// Writes the event as an element of the list.
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
        json.name("unread")
        json.beginArray()
        for reason in unread { json.string(reason) }
        json.endArray()
        json.endObject()
    }
}
