import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Shows an app user.
struct UsersShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an app user: ids, purchases, and what they may do.",
        discussion: "Prints what GET /v1/users/{id} and GET /v1/users/{id}/entitlements answer.")

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Argument(help: "Any id of the app user.")
    var user: String

    @Flag(help: "What they may do in the stores' sandboxes, instead of production.")
    var sandbox = false

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        guard let appUserID = AppUserID(rawValue: user) else {
            throw ValidationError("\"\(user)\" cannot be an app user id.")
        }
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let database = installation.database
            let call = GetAppUser(appUserID: appUserID)
            guard let row = try await database.call(call, in: id).first else {
                throw Failure(.appUserNotFound, "The tenant has no app user with this id.")
            }
            let entitlements = try await database.callOne(
                GetEntitlements(
                    appUserID: appUserID, environment: sandbox ? "sandbox" : "production",
                    asOf: row.asOf),
                in: id)
            var json = JSONObject()
            json["app_user"] = try JSONParser.parse(row.json)
            json["entitlements"] = try JSONParser.parse(entitlements.json)
            print(JSONValue.object(json).indented)
        }
    }
}
