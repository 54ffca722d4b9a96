import Entitlements
import HTTPServer
import HTTPTypes
import Logging
import NIOCore
import Pages

/// The console: pages for the person on call and the person at the support desk.
///
/// A page shows what operations of the API answer, and a form carries one out.
struct Console: Sendable {
    let sessions: ConsoleSessions
    /// The operations of the API that pages show and forms carry out.
    let operations: RouteTable
    let maximumBodyBytes: Int
    /// The time that pages count back from.
    let now: @Sendable () -> Timestamp
    let livePages = LivePages()
    let routes = ConsoleRoute.all

    /// Whether a path is the console's.
    func serves(_ path: Substring) -> Bool {
        path == "/console" || path.hasPrefix("/console/")
    }

    /// Answers a request of a browser; every failure is a page.
    func answer(
        _ request: Request, _ id: RequestID, _ path: Substring, query: Substring,
        of visitor: ConsoleVisitor
    ) async -> Response {
        do {
            return try await page(request, id, path, query, visitor)
        } catch let failure as Failure where failure.code != .internal {
            return (try? problemPage(failure, id)) ?? failure.response(requestID: id)
        } catch {
            visitor.logger.error(
                "A page of the console failed unexpectedly",
                metadata: ["error": "\(described(error))"])
            let failure = Failure(
                .internal,
                "The page failed to load. The server's log has the cause under the request id.")
            return (try? problemPage(failure, id)) ?? failure.response(requestID: id)
        }
    }

    private func page(
        _ request: Request, _ id: RequestID, _ path: Substring, _ query: Substring,
        _ visitor: ConsoleVisitor
    ) async throws -> Response {
        guard let (route, parameters) = self.route(request.method, path) else {
            throw Failure(.notFound, "The console has no page with this address.")
        }
        let form = try await form(of: request)
        switch route.access {
        case .anyone(let handler):
            return try await handler(
                ConsoleVisit(
                    console: self, form: form, parameters: parameters.map(decoded),
                    visitor: visitor))
        case .signedIn(let handler):
            guard let session = try await sessions.session(of: request.headers) else {
                return .seeOther("/console/sign-in")
            }
            if request.method == .post { try form.require(token: session.formToken) }
            // Some pages carry out no operation: check the key's tenant for them, too.
            if let slug = parameters.first {
                _ = try await sessions.keys.tenant(
                    named: try decoded(slug), by: session.principal, allowing: .read)
            }
            let visit = ConsoleVisit(
                console: self, form: form, parameters: try parameters.map(decoded),
                visitor: visitor)
            let asked = ConsoleRequest(
                visit, session, query: try ConsoleForm(encoded: query), id: id,
                logger: visitor.logger)
            do {
                return try await handler(asked)
            } catch let failure as Failure where failure.code != .internal {
                return try asked.refused(failure)
            }
        }
    }

    /// Returns the page or the form with a path, and its parameters; nil if there is none.
    func route(
        _ method: HTTPRequest.Method, _ path: Substring
    ) -> (ConsoleRoute, [Substring])? {
        let segments = PathTemplate.segments(of: path)
        return routes.lazy.compactMap { route -> (ConsoleRoute, [Substring])? in
            guard route.method == (method == .head ? .get : method) else { return nil }
            return route.path.parameters(in: segments).map { (route, $0) }
        }.first
    }

    private func decoded(_ parameter: Substring) throws -> String {
        try PercentEncoding.decoded(parameter)
    }

    /// Returns the form that a POST sends; a browser says that it came from a page of ours.
    private func form(of request: Request) async throws -> ConsoleForm {
        guard request.method == .post else { return ConsoleForm() }
        guard FormOrigin(request).isOwn else {
            throw Failure(.forbidden, "This form did not come from the console.")
        }
        let type = request.headers[.contentType]?.split(separator: ";").first
        guard type == "application/x-www-form-urlencoded" else {
            throw Failure(
                .unsupportedMediaType, "The console accepts only forms that a browser sends.")
        }
        let body = try await request.body.collect(upTo: maximumBodyBytes)
        return try ConsoleForm(encoded: Substring(String(buffer: body)))
    }

    private func problemPage(_ failure: Failure, _ id: RequestID) throws -> Response {
        try .page(
            "problem",
            [
                "title": .string(failure.code.title), "detail": .string(failure.detail),
                "fix": .string(failure.fix ?? failure.code.fix),
                "code": .string(failure.code.rawValue), "request_id": .string(id.text),
            ], status: HTTPResponse.Status(code: failure.code.httpStatus))
    }
}

extension Services {
    /// Returns what counts requests of the operations, and of the console unless it is off.
    func requestMetrics(
        of operations: RouteTable, _ configuration: APIConfiguration
    ) -> RequestMetrics {
        RequestMetrics(
            registry: registry, routes: operations.routes, hasPages: configuration.servesConsole)
    }

    /// Returns the console over these operations; nil if it is off.
    func console(
        over operations: RouteTable, _ configuration: APIConfiguration,
        now: @escaping @Sendable () -> Timestamp
    ) -> Console? {
        guard configuration.servesConsole else { return nil }
        return Console(
            sessions: ConsoleSessions(
                database: database, keys: keys, codes: codes,
                cookie: ConsoleCookie(isDevelopment: configuration.isDevelopment),
                attempts: RequestRates(), report: SignInReport(registry: registry)),
            operations: operations, maximumBodyBytes: configuration.maximumBodyBytes, now: now)
    }
}
