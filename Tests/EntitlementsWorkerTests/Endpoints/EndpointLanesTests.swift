import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import FoundationEssentials
import TestSupport
import Testing

@Suite("Endpoints that hang delay none that answers", .serialized, .timeLimit(.minutes(5)))
struct EndpointLanesTests {
    @Test(
        "while 40 or 200 hang, an old endpoint waits for none of them, and a new one briefly",
        arguments: Hanging.allCases)
    func healthy(hanging: Hanging) async throws {
        let trap = HangingEndpoints.Trap()
        try await Upstream.with { _, _ in
            HangingEndpoints.answer(hanging, isSet: trap.isSet)
        } _: { silent, silentPort in
            try await Upstream.with { _, _ in
                .text("")
            } _: { receiver, port in
                try await RunningDeliverer.with { scratch in
                    let (alone, beside) = try await Self.oldEndpoints(
                        in: scratch, at: port, receiver)
                    var tenants = [beside]
                    while tenants.count < hanging.tenantCount {
                        tenants.append(try await TestTenant.create(in: scratch.database))
                    }
                    let answered = try await HangingEndpoints(
                        hanging: hanging, tenants: tenants, trap: trap, scratch: scratch
                    ).begin(at: silentPort, of: silent, healthyPort: port)
                    // In the turns that there were once, no more than these had one at once.
                    let atOnce = hanging == .withRetriesDue ? 16 : 32
                    let isHanging = await eventually {
                        Set(silent.targets.dropFirst(answered)).count >= atOnce
                    }
                    #expect(isHanging)
                    let times = try await Self.times(in: scratch, at: port, receiver, alone, beside)
                    for (path, time) in times {
                        // An idle machine needs half a second; behind one that hangs it is ten.
                        let most = path.hasPrefix("/old") ? Duration.seconds(5) : .seconds(12)
                        #expect(time < most, "\(path) of \(hanging)")
                    }
                }
            }
        }
    }

    /// Two endpoints that have delivered before: one of a tenant of its own, and one of a tenant
    /// that gets endpoints that hang.
    private static func oldEndpoints(
        in scratch: ScratchDatabase, at port: Int, _ receiver: Upstream
    ) async throws -> (alone: TestTenant, beside: TestTenant) {
        let alone = try await TestTenant.create(in: scratch.database)
        let beside = try await TestTenant.create(in: scratch.database)
        for (tenant, path) in [(alone, "old_alone"), (beside, "old_beside")] {
            let endpoint = try await tenant.createEndpoint("http://127.0.0.1:\(port)/\(path)")
            try await scratch.addChanges(1, of: tenant)
            let isDelivered = try await eventually {
                try await tenant.endpoint(endpoint)["handed_over_number"] == 1
            }
            #expect(isDelivered)
        }
        return (alone, beside)
    }

    /// How long the next change needs to the old endpoints, and to new ones, by path.
    private static func times(
        in scratch: ScratchDatabase, at port: Int, _ receiver: Upstream, _ alone: TestTenant,
        _ beside: TestTenant
    ) async throws -> [String: Duration] {
        let url = "http://127.0.0.1:\(port)/new"
        let newcomer = try await TestTenant.create(in: scratch.database)
        _ = try await newcomer.createEndpoint(url + "_alone")
        _ = try await beside.createEndpoint(url + "_beside")
        var awaited: [String: Int] = [:]
        let begin = ContinuousClock.now
        let paths = [
            (alone, ["/old_alone"]), (newcomer, ["/new_alone"]),
            (beside, ["/old_beside", "/new_beside"]),
        ]
        for (tenant, names) in paths {
            try await scratch.addChanges(1, of: tenant)
            let number = try await scratch.ask(
                """
                select last_number from entitlements.change_heads
                 where tenant_id = '\(tenant.id)'
                """)
            for name in names { awaited[name] = number.flatMap { Int($0) } }
        }
        var times: [String: Duration] = [:]
        let isOver = await eventually {
            for request in receiver.requests where awaited[request.target] == request.number {
                if times[request.target] == nil {
                    times[request.target] = ContinuousClock.now - begin
                }
            }
            return times.count == awaited.count
        }
        #expect(isOver)
        return times
    }
}
