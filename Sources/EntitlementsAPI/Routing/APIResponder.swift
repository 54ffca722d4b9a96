import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes
import Logging
import NIOCore
import Traces

/// Handles each request: sets its id, finds the route, authenticates the caller, answers, and
/// counts.
///
/// One function instead of middleware, because each step needs the result of the previous one, and
/// because the order matters for security.
struct APIResponder: Sendable {
    let table: RouteTable
    let keys: KeyAuthentication
    let endUsers: EndUserAuthentication
    let crossOrigin: CrossOrigin
    /// Nil if the console is off.
    let console: Console?
    let metrics: RequestMetrics
    let traces: Traces
    let maximumBodyBytes: Int

    func respond(to request: Request, on context: ConnectionContext) async -> Response {
        let stopwatch = Stopwatch()
        let id = RequestID(accepting: request.headers[.requestID])
        let target = Target(request.head.path ?? "/")
        let match = table.match(request.method, target.path)
        let route = table.route(of: match)

        let browsed = console.flatMap { $0.serves(target.path) ? $0 : nil }
        let isMadeApart = browsed != nil || route?.isMadeApart == true
        var response = await traces.answering(request, id, by: route) {
            await withTaskExecutorPreference(isMadeApart ? globalConcurrentExecutor : nil) {
                guard let browsed else { return await answer(request, id, match, target, context) }
                let visitor = ConsoleVisitor(
                    address: context.address, logger: context.logger.naming(id))
                return await browsed.answer(
                    request, id, target.path, query: target.query, of: visitor)
            }
        }
        if CrossOrigin.serves(target.path), request.method != .options {
            await crossOrigin.admit(request.headers, at: target.path, to: &response)
        }
        if request.method == .head { response = response.withoutBody }
        response.headers[.requestID] = id.text
        if let browsed {
            let path = browsed.route(request.method, target.path)?.0.path
            metrics.recordPage(path, request.method, response.status, stopwatch.elapsed)
        } else {
            metrics.record(match, request.method, response.status, stopwatch.elapsed)
        }
        return response
    }

    private func answer(
        _ request: Request, _ id: RequestID, _ match: RouteTable.Match, _ target: Target,
        _ context: ConnectionContext
    ) async -> Response {
        do {
            switch match {
            case .nothing: throw Failure(.notFound, "No route has this path.")
            case .otherMethods(let methods):
                return try await preflight(request, target.path, methods)
                    ?? methodNotAllowed(methods, id)
            case .route(let index, let parameters):
                let request = APIRequest(
                    request, id: id, pathParameters: parameters,
                    query: target.query, maximumBodyBytes: maximumBodyBytes,
                    logger: context.logger.naming(id), channel: context.channel)
                return try await answer(request, by: table.routes[index])
            }
        } catch let failure as Failure where failure.code != .internal {
            return advised(failure, at: match).response(
                requestID: id, refusesBearer: request.headers.haveBearer)
        } catch {
            return unexpected(error, id, context.logger.naming(id))
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

/// The path of a request, and what follows its first question mark.
private struct Target {
    let path: Substring
    let query: Substring

    init(_ text: String) {
        let end = text.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = text[..<(end ?? text.endIndex)]
        query = end.map { text[text.utf8.index(after: $0)...] } ?? ""
    }
}

extension Logger {
    /// Returns a logger for the lines about one request, which has one id: the caller's, or ours.
    fileprivate func naming(_ id: RequestID) -> Logger {
        var logger = self
        logger[metadataKey: "request_id"] = "\(id.text)"
        return logger
    }
}
