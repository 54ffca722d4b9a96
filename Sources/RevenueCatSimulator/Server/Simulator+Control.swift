import Entitlements
import HTTPTypes
import Synchronization

/// The control API: does what dashboards, stores and phones do to RevenueCat.
extension Simulator {
    func control(_ request: SimulatorRequest) async -> SimulatorResponse {
        let route = request.segments.dropFirst().joined(separator: "/")
        do throws(ControlProblem) {
            switch (request.method, request.segments.count, route) {
            case (.get, 1, _): return overview()
            case (.post, _, "acts"): return try await perform(try parsed(request))
            case (.post, _, "clock"): return try await moveClock(try parsed(request))
            case (.get, _, "customers"): return listCustomers()
            case (.get, 3, _) where request.segments[1] == "truth": return truth(request)
            case (.put, _, "faults"): return try setFaults(try parsed(request))
            case (.put, _, "limits"): return try setLimits(try parsed(request))
            case (.put, _, "delivery"): return try setDelivery(try parsed(request))
            case (.get, _, "statistics"): return statisticsResponse()
            case (.delete, _, "statistics"):
                state.withLock { $0.statistics = Statistics() }
                return statisticsResponse()
            default: throw .refused(.notFound, "no_such_route")
            }
        } catch {
            switch error {
            case .field(let problem):
                return .object(.badRequest) { json in
                    json.member("error", text: "field_invalid")
                    json.member("pointer", text: problem.pointer)
                    json.member("detail", text: problem.detail)
                }
            case .refused(let status, let reason, let code, let detail):
                return .object(status) { json in
                    json.member("error", text: reason)
                    if let code { json.member("code", integer: code) }
                    if let detail { json.member("detail", text: detail) }
                }
            }
        }
    }

    private func parsed(_ request: SimulatorRequest) throws(ControlProblem) -> ControlFields {
        do throws(Failure) {
            return ControlFields(try JSONParser.parse(request.body))
        } catch {
            throw .refused(.badRequest, "malformed_json")
        }
    }
}

extension Simulator {
    private func overview() -> SimulatorResponse {
        let (time, count, waiting) = state.withLock { state in
            catchUp(&state)
            return (state.world.present, state.world.customerCount, state.queue.waitingCount)
        }
        return .object { json in
            json.name("now")
            json.timestamp(time)
            json.member("customers", integer: Int64(count))
            json.member("deliveries_waiting", integer: Int64(waiting))
        }
    }

    /// Performs one act, or several in `acts`; those before the first refused act take effect.
    ///
    /// A standing clock first moves on by a second: otherwise a snapshot read before the acts would
    /// have the acts' time, and count as later.
    private func perform(_ fields: ControlFields) async throws(ControlProblem) -> SimulatorResponse
    {
        var acts: [Act] = []
        for object in try fields.objects("acts") ?? [fields] { acts.append(try Act(object)) }
        var refusal: Refusal?
        withWorld { world in
            if case .standing = configuration.clock {
                world.advance(to: world.present.advanced(bySeconds: 1))
            }
            for act in acts where refusal == nil {
                do throws(Refusal) { try world.perform(act) } catch { refusal = error }
            }
        }
        await deliverDue()
        if let refusal {
            throw .refused(
                .conflict, reason: refusal.rawValue, code: refusal.code,
                detail: refusal.detail(in: withWorld { $0.catalog }))
        }
        return overview()
    }

    private func moveClock(_ fields: ControlFields) async throws(ControlProblem)
        -> SimulatorResponse
    {
        let start = withWorld { $0.present }
        let target: Timestamp
        if let text = try fields.text("to") {
            guard let time = Timestamp(rfc3339: text) else {
                throw .field("to", "Expected a time (RFC 3339).")
            }
            target = time
        } else {
            let days = try fields.integer("days") ?? 0
            let seconds = try fields.integer("seconds") ?? 0
            target = start.advanced(byDays: days).advanced(bySeconds: seconds)
        }
        guard target >= start else { throw .refused(.conflict, "time_never_goes_back") }
        await advance(to: target)
        return overview()
    }

    private func listCustomers() -> SimulatorResponse {
        let ids = withWorld { $0.appUserIDs }
        return .object { $0.member("app_user_ids", .texts(ids)) }
    }

    private func truth(_ request: SimulatorRequest) -> SimulatorResponse {
        let environment =
            request.query["environment"].flatMap(World.Environment.init) ?? .production
        let (time, accesses) = withWorld { world in
            (world.present, world.truth(of: request.segments[2], environment: environment))
        }
        return .object { json in
            json.name("now")
            json.timestamp(time)
            json.name("access")
            json.beginArray()
            for access in accesses {
                json.beginObject()
                json.member("product_id", text: access.productID)
                json.member("entitlement_ids", .texts(access.entitlementIDs))
                json.member("until", text: access.until?.rfc3339)
                json.member("is_family_share", flag: access.isFamilyShare)
                json.member("is_grant", flag: access.isGrant)
                json.endObject()
            }
            json.endArray()
        }
    }

    private func statisticsResponse() -> SimulatorResponse {
        let (statistics, counts, waiting) = state.withLock {
            ($0.statistics, $0.queue.counts, $0.queue.waitingCount)
        }
        return .object { statistics.write(counts, waiting: waiting, to: &$0) }
    }
}

extension Simulator {
    /// Replaces the faults; an empty list removes them all.
    private func setFaults(_ fields: ControlFields) throws(ControlProblem) -> SimulatorResponse {
        guard let objects = try fields.objects("faults") else {
            throw .field("faults", "It is missing.")
        }
        var faults: [Fault] = []
        for object in objects {
            faults.append(
                Fault(
                    try object.word("kind", Fault.Kind.self),
                    count: try object.integer("count").map { Int($0) },
                    rate: try object.number("rate") ?? 1, pathPrefix: try object.text("path"),
                    retryAfterSeconds: try object.integer("retry_after_seconds").map { Int($0) }))
        }
        setFaults(faults)
        return overview()
    }

    private func setLimits(_ fields: ControlFields) throws(ControlProblem) -> SimulatorResponse {
        setRequestsPerMinute(try fields.integer("requests_per_minute").map { Int($0) })
        return overview()
    }

    private func setDelivery(_ fields: ControlFields) throws(ControlProblem) -> SimulatorResponse {
        var policy = DeliveryQueue.Policy()
        policy.lossRate = try fields.number("loss") ?? 0
        policy.duplicateRate = try fields.number("duplicates") ?? 0
        policy.reorderRate = try fields.number("reordering") ?? 0
        policy.delayRate = try fields.number("delays") ?? 0
        setPolicy(policy)
        return overview()
    }
}

extension SimulatorResponse {
    fileprivate static func object(
        _ status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void
    ) -> SimulatorResponse {
        var json = JSONWriter()
        json.beginObject()
        write(&json)
        json.endObject()
        return SimulatorResponse(status, json.bytes)
    }
}
