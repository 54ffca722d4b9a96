import Deliveries
import Entitlements
import HTTPServer
import HTTPTypes

extension Route {
    /// Sends a test message to an endpoint, also one that is off, and says what became of it.
    static func testEndpoint(_ sender: DeliverySender) -> Route {
        Route(
            "testEndpoint", .post, "/v1/admin/endpoints/{endpoint_id}/test",
            .secret { request, tenant in
                try request.expectNoQuery()
                _ = try await request.bodyWithoutFields()
                let (id, outcome) = try await sender.test(try request.uuid(0), of: tenant)
                return .json { json in
                    json.name("webhook_id")
                    json.string(id)
                    json.members(of: outcome)
                }
            })
    }
}

extension JSONWriter {
    fileprivate mutating func members(of outcome: DeliveryOutcome) {
        name("is_delivered")
        bool(outcome.error == nil)
        name("http_status")
        if let status = outcome.httpStatus { integer(status) } else { null() }
        name("error")
        if let error = outcome.error { string(error) } else { null() }
        name("duration_milliseconds")
        integer(outcome.durationMilliseconds)
    }
}
