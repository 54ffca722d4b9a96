import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Explains why an app user may or may not do something.
struct Why: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain why an app user may or may not do something.",
        discussion: """
            Prints what GET /v1/admin/users/{id}/explain answers: the verdict, all that was \
            considered for it, how fresh the knowledge is, and what to do next. Without an \
            entitlement, a feature or a limit it is about the plan.

            Example: hearth why myapp u_42 plus
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "Any id of the app user.")
    var user: String

    @Argument(help: "The entitlement.")
    var entitlement: String?

    @Option(help: "Instead of an entitlement: a feature.")
    var feature: String?

    @Option(help: "Instead of an entitlement: a limit.")
    var limit: String?

    @Option(help: "The transaction id of the store's receipt that they show.")
    var transaction: String?

    @Option(help: "The moment, such as 2026-11-21T10:00:00Z; by default, now.")
    var asOf: String?

    @Option(help: "What Hearth answered at this moment, by what it knew then.")
    var knownAt: String?

    @Flag(help: "What they may do in the stores' sandboxes, instead of production.")
    var sandbox = false

    @Flag(help: "Print JSON, as the API answers it.")
    var json = false

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        guard [entitlement, feature, limit].compactMap(\.self).count <= 1 else {
            throw ValidationError("Name an entitlement, --feature or --limit.")
        }
        guard knownAt == nil || limit == nil else {
            throw ValidationError("--known-at is not about limits.")
        }
    }

    func run() async throws {
        let question = try question()
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let row = try await question.answer(from: installation.database, in: id)
            let explained = ExplanationWords.english.explained(try JSONParser.parse(row.json))
            if json {
                var answer = JSONObject()
                answer["app_user_id"] = .string(user)
                answer["as_of"] = .string(row.asOf.rfc3339)
                answer["known_at"] = question.knownAt.map { .string($0.rfc3339) }
                for member in explained.object?.members ?? [] {
                    answer[member.name] = member.value
                }
                print(JSONValue.object(answer).indented)
            } else {
                StandardStream.output.writeLines(WhyReport(user: user, explained: explained).lines)
            }
        }
    }

    private func question() throws -> ExplainQuestion {
        guard let appUserID = AppUserID(rawValue: user), !AppUserID.isErased(user) else {
            throw ValidationError("\"\(user)\" cannot be an app user id.")
        }
        var question = ExplainQuestion(appUserID: appUserID)
        question.entitlementID = entitlement
        question.featureID = feature
        question.limitID = limit
        question.transactionID = transaction
        question.environment = sandbox ? "sandbox" : "production"
        question.asOf = try moment("--as-of", asOf)
        question.knownAt = try moment("--known-at", knownAt)
        return question
    }

    private func moment(_ option: String, _ text: String?) throws -> Timestamp? {
        guard let text else { return nil }
        guard let moment = Timestamp(rfc3339: text) else {
            throw ValidationError("\(option) is a moment, such as 2026-11-21T10:00:00Z.")
        }
        return moment
    }
}
