import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

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
    var user: AppUserID

    @OptionGroup var environment: EnvironmentOption

    func run() async throws {
        let (user, environment) = (user, environment.name)
        try await answer.run(
            { try await Self.everything(about: user, environment, in: $1, $0) },
            show: { Card(UserCard(user: user.rawValue, answers: $0).lines).print() })
    }

    /// How many entries of the timeline a card has.
    private static let entries: Int32 = 3

    private static func everything(
        about user: AppUserID, _ environment: String, in tenant: TenantID, _ database: Database
    ) async throws -> JSONValue {
        let shown = try await database.call(GetAppUser(appUserID: user), in: tenant).first
        guard let shown else {
            throw Failure(.appUserNotFound, "The tenant has no app user with this id.")
        }
        let entitlements = try await database.callOne(
            GetEntitlements(appUserID: user, environment: environment), in: tenant)
        let household = try await database.call(
            GetAppUserHousehold(appUserID: user), in: tenant
        ).first
        let explained = try await database.callOne(
            ExplainAccess(appUserID: user, environment: environment), in: tenant)
        let timeline = try await database.call(
            ListTimeline(appUserID: user, pageLimit: entries), in: tenant)
        return .members([
            "app_user": try shown.value, "entitlements": try entitlements.value,
            "household": try household?.value ?? .null,
            "explanation": ExplanationWords.english.explained(try explained.value),
            "timeline": .array(try timeline.map { try JSONParser.parse($0.answer) }),
        ])
    }
}
