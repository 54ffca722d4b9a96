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

    /// Where no route takes the method, those of the path that is written out are named, and not
    /// those of a path with a parameter in its place.
    func match(_ method: HTTPRequest.Method, _ path: Substring) -> Match {
        let segments = PathTemplate.segments(of: path)
        // Whatever can be read can be asked for its head.
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
