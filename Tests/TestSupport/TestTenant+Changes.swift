package import Entitlements
import EntitlementsDatabase

extension TestTenant {
    /// Numbers what is committed, and returns the tenant's changes.
    package func changes(
        after: Int64? = nil, of appUserID: String? = nil,
        in environments: Set<PurchaseEnvironment> = [.production]
    ) async throws -> [JSONValue] {
        try await database.numberChanges()
        let list = ListChanges(
            after: after, maximum: 1_000, appUserID: appUserID.map { AppUserID($0) },
            environments: environments.names)
        return try await database.call(list, in: id).compactMap(\.entry).map {
            try JSONParser.parse($0.json)
        }
    }

    /// What most tests compare of the changes: kind, app user and cause.
    package func toldChanges(
        after: Int64? = nil, of appUserID: String? = nil
    ) async throws -> [String] {
        try await changes(after: after, of: appUserID).map { change in
            [change["kind"], change["app_user_id"], change["cause"]?["kind"]]
                .compactMap { $0?.string }.joined(separator: " ")
        }
    }
}

extension Database {
    /// Numbers all committed changes; at the beginning of 1970, so that numbers count from 1.
    package func numberChanges(at moment: Timestamp? = "1970-01-01T00:00:00Z") async throws {
        while try await !callOne(NumberChanges(maximum: 1_000, asOf: moment)).isDone {}
    }
}
