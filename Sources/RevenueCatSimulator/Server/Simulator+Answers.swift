import Entitlements
import HTTPTypes
import Synchronization

/// The answers of RevenueCat's servers, faults included.
extension Simulator {
    /// The two APIs, each with its own key, limits and error format.
    private enum APIVersion {
        case v1
        case v2
    }

    func answer(_ request: SimulatorRequest) -> SimulatorResponse {
        let time = configuration.monotonicTime()
        return state.withLock { state in
            catchUp(&state)
            defer { post(&state) }
            state.statistics.requests += 1
            let domain = Self.domain(of: request)
            var limiter = state.limiters[domain] ?? RateLimiter()
            let flight = Duration.milliseconds(configuration.refusalFlightMilliseconds)
            if limiter.isTooEarly(at: time, knownAfter: flight) {
                state.statistics.earlyRequests += 1
            }
            var response = answer(request, &state, &limiter, at: time)
            state.limiters[domain] = limiter
            state.statistics.statuses[response.status.code, default: 0] += 1
            response.headers.append((.date, state.world.present.httpDate))
            return response
        }
    }

    private func answer(
        _ request: SimulatorRequest, _ state: inout State, _ limiter: inout RateLimiter,
        at time: ContinuousClock.Instant
    ) -> SimulatorResponse {
        guard let version = Self.version(of: request) else {
            return Self.failure(.v2, .notFound, "resource_missing", "There is no such route.")
        }
        let fault = state.faults.take(path: request.path)
        if let fault {
            state.statistics.faults += 1
            if let seconds = fault.retryAfterSeconds { limiter.promise(seconds: seconds, at: time) }
            if let response = Self.response(to: fault, version) { return response }
        }
        if let refusal = refusal(of: request, version) { return refusal }
        let limit = state.requestsPerMinute
        switch limiter.admit(limit: limit, at: time) {
        case .refused(let seconds):
            state.statistics.rateLimited += 1
            return Self.tooMany(version, retryAfterSeconds: seconds)
        case .admitted(let usage):
            var response = version == .v1 ? v1(request, &state) : v2(request, &state)
            if version == .v2, let limit {
                response.headers += [
                    (.currentUsage, String(usage)), (.currentLimit, String(limit)),
                ]
            }
            if fault?.kind == .truncated { response.delivery = .truncated }
            return response
        }
    }

    private static func version(of request: SimulatorRequest) -> APIVersion? {
        switch request.segments.first {
        case "v1": .v1
        case "v2": .v2
        default: nil
        }
    }

    /// The limiter's name: limits are counted by key, and in v2 by domain.
    private static func domain(of request: SimulatorRequest) -> String {
        let configurationRoutes: Set<String> = ["products", "entitlements"]
        guard request.segments.first == "v2", request.segments.count > 3 else {
            return request.segments.first ?? ""
        }
        return configurationRoutes.contains(request.segments[3]) ? "v2 configuration" : "v2"
    }

    private func refusal(of request: SimulatorRequest, _ version: APIVersion) -> SimulatorResponse?
    {
        let bearer = "Bearer "
        let header = request.authorization ?? ""
        let isBearer = header.hasPrefix(bearer)
        let key = isBearer ? String(header.dropFirst(bearer.count)) : header
        switch version {
        case .v1:
            // v1 also accepts a key without its scheme.
            if key == configuration.v1Key { return nil }
            let isOther = key == configuration.v2Key
            return Self.failure(
                .v1, isOther ? .forbidden : .unauthorized, "7225", "Invalid API Key.")
        case .v2:
            if isBearer, key == configuration.v2Key { return nil }
            return Self.failure(.v2, .unauthorized, "authentication_error", "Invalid API key")
        }
    }
}

extension Simulator {
    private func v1(_ request: SimulatorRequest, _ state: inout State) -> SimulatorResponse {
        guard request.method == .get, request.segments.count == 3,
            request.segments[1] == "subscribers"
        else { return Self.failure(.v1, .notFound, "7117", "Not found.") }
        state.statistics.reads["subscriber", default: 0] += 1
        do throws(Refusal) {
            let (isNew, body) = try state.world.subscriber(request.segments[2])
            if isNew { state.statistics.created += 1 }
            return SimulatorResponse(isNew ? .created : .ok, body)
        } catch {
            return Self.failure(.v1, .badRequest, "7256", "The app user id is not valid.")
        }
    }

    private func v2(_ request: SimulatorRequest, _ state: inout State) -> SimulatorResponse {
        let missing = Self.failure(
            .v2, .notFound, "resource_missing", "The resource was not found")
        guard request.segments.count > 3, request.segments[1] == "projects" else { return missing }
        guard request.segments[2] == state.world.settings.projectID else {
            return Self.failure(
                .v2, .forbidden, "authorization_error",
                "You're not authorized to access this resource")
        }
        let route = Array(request.segments.dropFirst(3))
        let name = route.count == 3 ? route[2] : "\(route[0])\(route.count == 2 ? "/" : "")"
        state.statistics.reads[name, default: 0] += 1
        if request.method == .post, route.count == 4 {
            return transfer(request, from: route[1], &state) ?? missing
        }
        guard request.method == .get,
            let body = Self.body(route, request, state.world)
        else { return missing }
        return SimulatorResponse(.ok, body)
    }

    private static func body(
        _ route: [String], _ request: SimulatorRequest, _ world: World
    ) -> [UInt8]? {
        let page = request.page
        let environment = request.query["environment"].flatMap(World.Environment.init)
        switch (route[0], route.count, route.last ?? "") {
        case ("customers", 1, _): return world.customersBody(page)
        case ("customers", 2, let id): return world.customerBody(id, page)
        case ("customers", 3, "aliases"): return world.aliasesBody(of: route[1], page)
        case ("customers", 3, "active_entitlements"):
            return world.activeEntitlementsBody(of: route[1], page)
        case ("customers", 3, "subscriptions"):
            return world.subscriptionsBody(of: route[1], page, in: environment)
        case ("customers", 3, "purchases"):
            return world.purchasesBody(of: route[1], page, in: environment)
        case ("subscriptions", 1, _):
            return request.query["store_subscription_identifier"].map {
                world.subscriptionsBody(ofTransaction: $0, page)
            }
        case ("purchases", 1, _):
            return request.query["store_purchase_identifier"].map {
                world.purchasesBody(ofTransaction: $0, page)
            }
        case ("products", 1, _): return world.productsBody(page)
        case ("products", 2, let id): return world.productBody(id)
        case ("entitlements", 1, _): return world.entitlementsBody(page)
        default: return nil
        }
    }

    /// `POST …/customers/{id}/actions/transfer`.
    private func transfer(
        _ request: SimulatorRequest, from source: String, _ state: inout State
    ) -> SimulatorResponse? {
        guard request.path.hasSuffix("/actions/transfer"),
            let target = (try? JSONParser.parse(request.body))?["target_customer_id"]?.string,
            (try? state.world.transfer(from: source, to: target)) != nil
        else { return nil }
        var json = JSONWriter()
        json.beginObject()
        for (name, id) in [("source_customer", source), ("target_customer", target)] {
            json.name(name)
            json.json(state.world.customerBody(id, request.page) ?? [])
        }
        json.endObject()
        return SimulatorResponse(.ok, json.bytes)
    }
}

extension Simulator {
    /// Nil if the fault needs the true answer.
    private static func response(to fault: Fault, _ version: APIVersion) -> SimulatorResponse? {
        switch fault.kind {
        case .rateLimited: return tooMany(version, retryAfterSeconds: fault.retryAfterSeconds)
        case .busy: return inProgress(version)
        case .serverError:
            return failure(version, .internalServerError, "server_error", "Internal server error.")
        case .unavailable:
            var response = failure(
                version, .serviceUnavailable, "server_error", "The service is unavailable.")
            if let seconds = fault.retryAfterSeconds {
                response.headers.append((.retryAfter, String(seconds)))
            }
            return response
        case .hang:
            var response = SimulatorResponse(.ok, [])
            response.delivery = .never
            return response
        case .truncated: return nil
        case .garbage: return SimulatorResponse(.ok, Array(#"{"request_date": 12:"#.utf8) + [0xFF])
        case .html:
            var response = SimulatorResponse(
                .badGateway, Array("<html><h1>502 Bad Gateway</h1></html>\n".utf8))
            response.contentType = "text/html"
            return response
        }
    }

    private static func tooMany(_ version: APIVersion, retryAfterSeconds seconds: Int?)
        -> SimulatorResponse
    {
        var response = failure(
            version, .tooManyRequests, "rate_limit_error", "Rate limit exceeded",
            backoffMilliseconds: seconds.map { Int64($0) * 1_000 })
        if let seconds { response.headers.append((.retryAfter, String(seconds))) }
        return response
    }

    private static func inProgress(_ version: APIVersion) -> SimulatorResponse {
        switch version {
        case .v1:
            failure(
                version, .tooManyRequests, "7638", "Another request is in progress.")
        case .v2:
            failure(
                version, HTTPResponse.Status(code: 423, reasonPhrase: "Locked"),
                "resource_locked_error", "The customer is locked.", backoffMilliseconds: 1_000)
        }
    }

    /// An error in the API's own format.
    private static func failure(
        _ version: APIVersion, _ status: HTTPResponse.Status, _ type: String, _ message: String,
        backoffMilliseconds: Int64? = nil
    ) -> SimulatorResponse {
        var json = JSONWriter()
        json.beginObject()
        switch version {
        case .v1:
            json.member("code", integer: Int64(type) ?? 7110)
            json.member("message", text: message)
        case .v2:
            json.member("object", text: "error")
            json.member("type", text: type)
            json.member("message", text: message)
            let isRetryable =
                [423, 429].contains(status.code) || status.kind == .serverError
            json.member("retryable", flag: isRetryable)
            json.member(
                "doc_url", text: "https://errors.rev.cat/\(type.replacing("_", with: "-"))")
            if let backoffMilliseconds { json.member("backoff_ms", integer: backoffMilliseconds) }
        }
        json.endObject()
        return SimulatorResponse(status, json.bytes)
    }
}
