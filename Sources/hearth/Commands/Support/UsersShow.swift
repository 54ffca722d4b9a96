import ArgumentParser
import Entitlements
import EntitlementsAPI

/// Shows an app user.
struct UsersShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an app user on a card: ids, household, plan, why, and what is next.",
        discussion: """
            --json has everything that the card is made of: what the API answers about them, \
            their entitlements, household, plan and timeline.

            Example: hearth users show myapp u_42
            """)

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "Any id of the app user.")
    var user: String

    @Option(help: "The stores' environment: production or sandbox.")
    var environment = "production"

    func run() async throws {
        let (user, environment) = (user, environment)
        try await answer.run(
            { try await Self.everything(about: user, environment, from: $0) },
            show: { Card(UserCard(user: user, answers: $0).lines).print() })
    }

    /// How many entries of the timeline a card has.
    private static let entries = 3

    private static func everything(
        about user: String, _ environment: String, from api: TenantAPI
    ) async throws -> JSONValue {
        func ask(_ operationID: String, in environment: String? = nil) async throws -> JSONValue {
            var call = OperationCall(operationID, of: [user])
            call.parameter("environment", environment)
            return try await api.answer(to: call)
        }
        let appUser = try await ask("getProfile")
        var household = JSONValue.null
        do {
            household = try await ask("getAppUserHousehold")
        } catch let failure as Failure where failure.code == .householdNotFound {}
        let timeline = try await api.page(
            of: OperationCall("listTimeline", of: [user]), limit: entries, pageRows: entries)
        return .members([
            "app_user": appUser,
            "entitlements": try await ask("getEntitlements", in: environment),
            "household": household,
            "explanation": try await ask("explainAccess", in: environment),
            "timeline": timeline["data"] ?? .null,
        ])
    }
}
