import Entitlements
import EntitlementsDatabase

extension ListWebhookEvents.Row {
    var cursor: PlaceCursor { PlaceCursor(moment: receivedAt, place: eventID) }

    /// Writes the event as an element of the list.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("event_id")
        json.string(eventID)
        json.name("type")
        json.string(eventType)
        json.name("app_user_id")
        if let appUserID { json.string(appUserID.rawValue) } else { json.null() }
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
