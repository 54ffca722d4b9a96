import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Traces

/// Handles each request: sets its id, finds the route, authenticates the caller, answers, and
/// counts.
///
/// One function instead of middleware, because each step needs the result of the previous one, and
/// because the order matters for security.
struct APIResponder: HTTPResponder {
    let table: RouteTable
    let keys: KeyAuthentication
    let endUsers: EndUserAuthentication
    let crossOrigin: CrossOrigin
    /// Nil if the console is off.
    let console: Console?
    let metrics: RequestMetrics
    let traces: Traces
    let maximumBodyBytes: Int

    func respond(to request: Request, context: ConnectionContext) async -> Response {
        let stopwatch = Stopwatch()
        let id = RequestID(accepting: request.headers[.requestID])
        let logger = context.logger.naming(id)
        let target = (request.head.path ?? "/").utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false
        ).map(Substring.init)
        let match = table.match(request.method, target[0])

        let browsed = console.flatMap { $0.serves(target[0]) ? $0 : nil }
        var response = await traces.answering(request, id, by: table.route(of: match)) {
            if let browsed {
                let query = target.count > 1 ? target[1] : ""
                let visitor = ConsoleVisitor(address: context.address, logger: logger)
                return await browsed.answer(request, id, target[0], query: query, of: visitor)
            }
            return await answer(request, id, match, target, logger, context.channel)
        }
        if CrossOrigin.serves(target[0]), request.method != .options {
            await crossOrigin.admit(request.headers, at: target[0], to: &response)
        }
        if request.method == .head { response = response.createHeadResponse() }
        response.headers[.requestID] = id.text
        if let browsed {
            let path = browsed.route(request.method, target[0])?.0.path
            metrics.recordPage(path, request.method, response.status, stopwatch.elapsed)
        } else {
            metrics.record(match, request.method, response.status, stopwatch.elapsed)
        }
        return response
    }

    private func answer(
        _ request: Request, _ id: RequestID, _ match: RouteTable.Match, _ target: [Substring],
        _ logger: Logger, _ channel: any Channel
    ) async -> Response {
        do {
            switch match {
            case .nothing: throw Failure(.notFound, "No route has this path.")
            case .otherMethods(let methods):
                return try await preflight(request, target[0], methods)
                    ?? methodNotAllowed(methods, id)
            case .route(let index, let parameters):
                let request = APIRequest(
                    request, id: id, pathParameters: parameters,
                    query: target.count > 1 ? target[1] : "",
                    maximumBodyBytes: maximumBodyBytes, logger: logger, channel: channel)
                return try await answer(request, by: table.routes[index])
            }
        } catch let failure as Failure where failure.code != .internal {
            return advised(failure, at: match).response(
                requestID: id, refusesBearer: request.headers.haveBearer)
        } catch {
            return unexpected(error, id, logger)
        }
    }

    /// Returns the failure with what a caller of the route can do about it.
    private func advised(_ failure: Failure, at match: RouteTable.Match) -> Failure {
        guard let route = table.route(of: match) else { return failure }
        var failure = failure
        failure.fix = failure.fix ?? route.fix(failure.code)
        return failure
    }

    private func answer(_ request: APIRequest, by route: Route) async throws -> Response {
        if keys.database.isReadOnly, !route.isForReaders { throw Failure.readOnlyServer }
        switch route.access {
        case .unauthenticated(let handler):
            return try await handler(request)
        case .webhook(let handler):
            return try await request.positioned(as: route.kind) { try await handler(request) }
        case .key(let right, let handler):
            let (tenant, actor) = try await keys.caller(of: request, allowing: right)
            return try await request.positioned(as: route.kind) {
                try await route.reading { try await handler(request, tenant, actor) }
            }
        case .endUser(let handler):
            let endUser = try await endUsers.endUser(of: request)
            return try await request.positioned(as: route.kind) {
                try await handler(request, endUser)
            }
        }
    }

    private func preflight(
        _ request: Request, _ path: Substring, _ methods: [HTTPRequest.Method]
    ) async throws -> Response? {
        guard request.method == .options, CrossOrigin.serves(path) else { return nil }
        return try await crossOrigin.preflight(request.headers, allowing: methods)
    }

    private func methodNotAllowed(_ methods: [HTTPRequest.Method], _ id: RequestID) -> Response {
        let allowed = methods.map(\.rawValue).joined(separator: ", ")
        var response = Failure(.methodNotAllowed, "This path takes \(allowed).").response(
            requestID: id)
        response.headers[.allow] = allowed
        return response
    }

    /// Logs an unexpected error with all details, and answers without any.
    private func unexpected(_ error: any Error, _ id: RequestID, _ logger: Logger) -> Response {
        logger.error(
            "A request failed unexpectedly",
            metadata: ["error": "\(described(error))"])
        return Failure(
            .internal, "The request failed. The server's log has the cause under the request id."
        ).response(requestID: id)
    }
}

extension Logger {
    /// Returns a logger for the lines about one request, which has one id: the caller's, or ours.
    fileprivate func naming(_ id: RequestID) -> Logger {
        var logger = self
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request_id"] = "\(id.text)"
        return logger
    }
}

/// What the framework passes with the request.
struct ConnectionContext: InitializableFromSource {
    let logger: Logger
    let channel: any Channel
    /// The address of the client, or of the last proxy before us; nil of a connection without one.
    var address: String? { channel.remoteAddress?.ipAddress }

    init(source: ApplicationRequestContextSource) {
        logger = source.logger
        channel = source.channel
    }
}
