import Console
import Entitlements
import HTTPServer
import HTTPTypes

extension ConsoleRoute {
    static let events = [
        ConsoleRoute(.get, "/console/{tenant}/events", .signedIn { try await $0.showEvents() }),
        ConsoleRoute(
            .get, "/console/{tenant}/events/{event_id}", .signedIn { try await $0.showEvent() }),
        ConsoleRoute(
            .post, "/console/{tenant}/events/{event_id}/retry",
            .signedIn { request in
                try await request.act(
                    .retry, of: ["event_id": request.parameters[0]],
                    then: request.place.path(.event, request.parameters[0])
                ) {
                    try await request.showEvent(refusal: $0)
                }
            }),
    ]
}

extension ConsoleRequest {
    /// The tenant's webhook events, and whether they arrive.
    fileprivate func showEvents() async throws -> Response {
        let filters = ["status", "type", "app_user_id", "transaction_id"]
        async let status = api.get("/v1/admin/webhooks")
        let list = try await list("/v1/admin/webhook_events", on: "events", filters: filters)
        return try page(
            "events", title: "Webhook events", area: "events",
            [
                "warnings": EventsView.warnings(try await status, in: place).shown(in: place),
                "statuses": choices(EventsView.statuses, of: "status"), "type": chosen("type"),
                "app_user_id": chosen("app_user_id"), "transaction_id": chosen("transaction_id"),
                "table": EventsView.table.shown(list.rows, in: place, next: list.next),
            ])
    }

    /// One event, with what it did and its body.
    fileprivate func showEvent(refusal: Failure? = nil) async throws -> Response {
        let address = place.path(.event, parameters[0])
        let event = try await api.get("/v1/admin/webhook_events/\(encodedID)")
        return try page(
            "event", title: event["type"]?.string ?? "Event", area: "events",
            [
                "facts": EventsView.facts(event, in: place),
                "retry": event["status"]?.string == "applied"
                    ? .null
                    : OperationForm.retry.shown(
                        to: "\(address)/retry", ["event_id": parameters[0]]),
                "effect": EventsView.effect(try await timelineEntry(of: event), in: place),
                "body": event["body"].flatMap { $0.isNull ? nil : .string($0.indentedText) }
                    ?? .null,
            ], refusal: refusal)
    }

    /// The event's entry of the person's timeline, which is found at the moment of its receipt.
    private func timelineEntry(of event: JSONValue) async throws -> JSONValue? {
        guard let person = event["app_user_id"]?.string, let id = event["event_id"]?.string,
            let received = (event["received_at"]?.string).flatMap({ Timestamp(rfc3339: $0) })
        else { return nil }
        // Answers have milliseconds, so that the event may be a part of one later.
        let cursor = PlaceCursor(moment: received.advanced(bySeconds: 1), place: "event")
        let page = try await api.part(
            "/v1/admin/users/\(PercentEncoding.encoded(person))/timeline"
                + Place.query([("limit", "100"), ("cursor", cursor.text)]))
        return page["data"]?.array?.first { $0["data"]?["event_id"]?.string == id }
    }
}
