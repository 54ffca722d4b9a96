import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes
import Logging

/// The operations of the API, carried out for a page of the console as its session's key may.
///
/// The console has no rule and no reading of its own: what a key may not do, it may not do here.
struct ConsoleAPI: Sendable {
    let table: RouteTable
    let keys: KeyAuthentication
    let maximumBodyBytes: Int
    let principal: Principal
    /// The slug of the tenant that the page is about.
    let tenant: String
    let id: RequestID
    let logger: Logger

    /// The operations about another tenant.
    func about(_ tenant: String) -> ConsoleAPI {
        ConsoleAPI(
            table: table, keys: keys, maximumBodyBytes: maximumBodyBytes, principal: principal,
            tenant: tenant, id: id, logger: logger)
    }

    /// Whether the session's key may call an operation, as the operation's route says.
    func may(_ operationID: String) -> Bool {
        switch table.route(named: operationID)?.access {
        case .key(let right, _): principal.right >= right
        case .unauthenticated: true
        case .webhook, .endUser, nil: false
        }
    }

    /// Returns the answer of a GET to a path with its query; what is put into it must be encoded.
    ///
    /// Throws the failure of the operation, and `not_found` for a path without one.
    func get(_ target: String) async throws -> JSONValue {
        try await response(.get, target).body.value()
    }

    /// Returns the answer of a GET for a part of a page; null if there is no such thing.
    ///
    /// So a page stays when one of its parts is gone: from the tenant file, or erased.
    func part(_ target: String) async throws -> JSONValue {
        do {
            return try await get(target)
        } catch let failure as Failure where failure.code.httpStatus == 404 {
            return .null
        }
    }

    /// Carries out the operation of a form, and returns its answer; null if that has no body.
    func answer(to call: OperationCall) async throws -> JSONValue {
        guard let route = table.route(named: call.operationID) else {
            throw Failure(.notFound, "No operation has this name.")
        }
        return try await response(
            route.method, call.target(of: route.path),
            call.body.map { .json(.object($0)) }, idempotencyKey: call.idempotencyKey
        ).body.value()
    }

    /// Carries out an operation that takes a tenant file, and returns its answer.
    func put(_ target: String, yaml: String) async throws -> JSONValue {
        let content = APIRequest.LocalContent(
            mediaType: "application/yaml", bytes: Array(yaml.utf8))
        return try JSONParser.parse(
            try await response(.put, target, content).body.bytes())
    }

    /// Carries out an operation whose answer is a text, with its `Link` header to the next page.
    func text(_ target: String) async throws -> (text: String, link: String?) {
        let answer = try await response(.get, target)
        return (
            String(decoding: try await answer.body.bytes(), as: UTF8.self),
            answer.headers[.link]
        )
    }

    private func response(
        _ method: HTTPRequest.Method, _ target: String, _ content: APIRequest.LocalContent? = nil,
        idempotencyKey: String? = nil
    ) async throws -> Response {
        let path = target.prefix { $0 != "?" }
        guard case .route(let index, let parameters) = table.match(method, path) else {
            throw Failure(.notFound, "No operation has this path.")
        }
        let request = APIRequest.local(
            method, target, pathParameters: parameters, content, idempotencyKey: idempotencyKey,
            id: id, maximumBodyBytes: maximumBodyBytes, logger: logger)
        switch table.routes[index].access {
        case .key(let right, let handler):
            let tenantID = try await keys.tenant(named: tenant, by: principal, allowing: right)
            return try await table.routes[index].reading {
                try await handler(request, tenantID, Actor(principal))
            }
        case .unauthenticated(let handler):
            return try await handler(request)
        case .webhook, .endUser:
            throw Failure(.notFound, "No operation for keys has this path.")
        }
    }
}
