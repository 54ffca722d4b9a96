package import Entitlements
import EntitlementsDatabase

extension TestTenant {
    /// The notices of an app user, most urgent first.
    package func notices(
        of appUserID: String, at moment: Timestamp? = nil
    ) async throws -> [JSONValue] {
        let row = try await database.callOne(
            GetNotices(
                appUserID: AppUserID(appUserID), environment: "production", asOf: moment),
            in: id)
        return try JSONParser.parse(row.json)["notices"]?.array ?? []
    }

    package func dismiss(
        _ notice: String, by appUserID: String, at moment: Timestamp? = nil
    ) async throws {
        try await database.callOne(
            DismissNotice(
                appUserID: AppUserID(appUserID), noticeID: notice, environment: "production",
                asOf: moment),
            in: id)
    }

    /// How many dismissals are stored.
    package func dismissals() async throws -> Int? {
        try await TestDatabase.shared.administer(
            "select count(*) from entitlements.dismissed_notices where tenant_id = '\(id)'"
        ).first?.first.flatMap(\.self).flatMap { Int($0) }
    }

    /// The notices of the change log: kind, app user and cause.
    package func toldNotices() async throws -> [String] {
        try await changes().filter { $0["kind"] == "notice" }.map { change in
            [change["after"]?["kind"], change["app_user_id"], change["cause"]?["kind"]]
                .compactMap { $0?.string }.joined(separator: " ")
        }
    }
}
