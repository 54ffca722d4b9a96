import EntitlementsDatabase
import TestSupport
import Testing
import Traces

@Suite("Deliveries are traced", .timeLimit(.minutes(5)))
struct DeliveryTracesTests {
    @Test("a turn is a trace: its calls and deliveries, which are passed it")
    func traced() async throws {
        let recorded = RecordedTraces()
        try await Upstream.with { _, _ in
            .text("")
        } _: { receiver, port in
            try await RunningDeliverer.with(traces: recorded.traces) { scratch in
                let tenant = try await TestTenant.create(in: scratch.database)
                let endpoint = try await tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                try await tenant.grant(to: "u_4242")
                try await scratch.database.numberChanges()
                #expect(await eventually { !recorded.spans(named: "endpoint turn").isEmpty })
                let turn = recorded.spans(named: "endpoint turn")[0]
                #expect(turn.parentSpanID == nil)
                #expect(turn["hearth.endpoint_id"] == "\(endpoint)")
                let parts = recorded.spans.filter { $0.isChild(of: turn) }
                let names = ["get_endpoint_target", "take_deliveries", "delivery"]
                #expect(parts.map(\.name).filter(names.contains) == names)
                #expect(parts.contains { $0.name == "settle_deliveries" })
                let delivery = parts.first { $0.name == "delivery" }
                #expect(receiver.requests[0]["traceparent"] == [delivery?.place.text])
                #expect(!"\(recorded.spans)".contains("u_4242"))
            }
        }
    }
}
