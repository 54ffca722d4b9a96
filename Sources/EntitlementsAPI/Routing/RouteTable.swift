import HTTPTypes

/// Finds the route of a request.
///
/// A path matches as it is: neither `//` nor a final slash is passed over.
struct RouteTable: Sendable {
    let routes: [Route]

    /// Creates the table of the routes, each followed by its route for phones.
    init(routes: [Route]) {
        self.routes = routes.flatMap { [$0] + $0.mine }
    }

    /// Joins the routes of several tables in order.
    init(joining tables: [RouteTable]) {
        routes = tables.flatMap(\.routes)
    }

    enum Match {
        /// The route's position in the table and the path's parameters, still percent-encoded.
        case route(Int, parameters: [Substring])
        case otherMethods([HTTPRequest.Method])
        case nothing
    }

    /// Returns the route that was found; nil if there was none.
    func route(of match: Match) -> Route? {
        guard case .route(let index, _) = match else { return nil }
        return routes[index]
    }

    /// Returns the route of an operation, by its id in the document; nil if there is none.
    func route(named operationID: String) -> Route? {
        routes.first { $0.operationID == operationID }
    }

    /// Finds the route of a method and a path.
    ///
    /// If no route has the method, returns the methods of the matching paths with the fewest
    /// parameters.
    func match(_ method: HTTPRequest.Method, _ path: Substring) -> Match {
        let segments = PathTemplate.segments(of: path)
        // Every GET route answers HEAD.
        let wanted = method == .head ? .get : method
        var others: [HTTPRequest.Method] = []
        var fewest = Int.max
        for (index, route) in routes.enumerated() {
            guard let parameters = route.path.parameters(in: segments) else { continue }
            if route.method == wanted { return .route(index, parameters: parameters) }
            if parameters.count < fewest { others = [] }
            guard parameters.count <= fewest else { continue }
            fewest = parameters.count
            others.append(contentsOf: route.method == .get ? [.get, .head] : [route.method])
        }
        return others.isEmpty ? .nothing : .otherMethods(others)
    }
}
