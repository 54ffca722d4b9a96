package import Deliveries
package import Entitlements
package import EntitlementsDatabase
import HTTPServer
package import Logging
import Prometheus
package import Reconciliation
package import Tokens

/// The operations of the API, carried out in process for the operator of the installation.
///
/// The routes and handlers are those of the server, so a command has no rule and no bound of its
/// own. Whose act it is, the audit says: the actor is `operator`.
package struct OperatorAPI: Sendable {
    private let table: RouteTable
    private let logger: Logger

    /// Who acts by commands, for the audit.
    package static let actorName = "operator"
    private static let actor = Actor(name: actorName, vouchedBy: "operator", right: .secret)

    /// The services that snapshots and deliveries use must be running.
    package init(
        configuration: APIConfiguration, database: Database, secretBox: SecretBox,
        snapshots: SharedSnapshots, keySets: KeySets, deliveries: DeliverySender, logger: Logger
    ) {
        table =
            Services(
                configuration: configuration, database: database, secretBox: secretBox,
                credentials: CredentialCache(), snapshots: snapshots, keySets: keySets,
                transactions: AwaitedTransactions(database: database),
                changes: ChangeFeed(database: database, maximumReaders: 1, logger: logger),
                deliveries: deliveries, readiness: { [] },
                registry: PrometheusRegistry(descriptions: [:]), now: systemTime,
                randomBytes: systemRandomBytes
            ).routes
        self.logger = logger
    }

    /// Carries out an operation for a tenant, and returns its answer; null if that has no body.
    ///
    /// Throws the failure of the operation.
    package func answer(to call: OperationCall, for tenant: TenantID) async throws -> JSONValue {
        guard let route = table.route(named: call.operationID),
            case .key(_, let handler) = route.access
        else { throw Failure(.notFound, "No operation for operators has this name.") }
        let path = call.path.map { PercentEncoding.encoded($0)[...] }
        let content = call.body.map { APIRequest.LocalContent.json(.object($0)) }
        let request = APIRequest.local(
            route.method, call.target(of: route.path), pathParameters: path, content,
            idempotencyKey: call.idempotencyKey, id: .made(),
            maximumBodyBytes: content?.bytes.count ?? 0, logger: logger)
        let answer = try await route.reading {
            try await handler(request, tenant, Self.actor)
        }
        return try await answer.body.value(limits: Self.limits)
    }

    /// An answer may be longer than a request's body: exports and figures are.
    private static let limits: JSONParser.Limits = {
        var limits = JSONParser.Limits()
        limits.maximumBytes = 16 * 1_048_576
        limits.maximumValues = 1_000_000
        return limits
    }()
}
