import HTTPTypes

/// Finds the route of a request.
///
/// A table of our own, because the framework's router forgives what we refuse (`//`, a slash at the
/// end), answers 404 where the method is wrong, and costs more than the rest of a lookup.
struct RouteTable: Sendable {
    let routes: [Route]

    init(routes: [Route]) {
        self.routes = routes
    }

    /// The routes of several tables, in their order.
    init(joining tables: [RouteTable]) {
        routes = tables.flatMap(\.routes)
    }

    enum Match {
        /// The route's position in the table and the path's parameters, still encoded.
        case route(Int, parameters: [Substring])
        case otherMethods([HTTPRequest.Method])
        case nothing
    }

    /// As OpenAPI has it, a path that is written out goes before one with a parameter in its place,
    /// whatever the method. A person who is called like a route is asked for percent-encoded.
    func match(_ method: HTTPRequest.Method, _ path: Substring) -> Match {
        let segments = PathTemplate.segments(of: path)
        // Whatever can be read can be asked for its head.
        let wanted = method == .head ? .get : method
        var found = Match.nothing
        var others: [HTTPRequest.Method] = []
        var fewest = Int.max
        for (index, route) in routes.enumerated() {
            guard let parameters = route.path.parameters(in: segments), parameters.count <= fewest
            else { continue }
            if parameters.count < fewest {
                fewest = parameters.count
                found = .nothing
                others = []
            }
            if route.method == wanted { found = .route(index, parameters: parameters) }
            others.append(contentsOf: route.method == .get ? [.get, .head] : [route.method])
        }
        if case .nothing = found, !others.isEmpty { return .otherMethods(others) }
        return found
    }
}
