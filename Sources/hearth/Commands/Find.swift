import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Finds app users by an id, an attribute or a code.
struct Find: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find app users: any id, e-mail, transaction, event, household or code.",
        discussion: """
            Prints what GET /v1/admin/search answers, a line each: the app user's id, identified \
            or anonymous, by what the text leads to them, and what matched.
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Argument(help: "The text, or its beginning.")
    var text: String

    @Option(help: "How many results, at most 100.")
    var limit: Int32 = 20

    @Flag(help: "Print JSON, as the API answers it.")
    var json = false

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        guard 1...100 ~= limit else { throw ValidationError("--limit must be from 1 to 100.") }
    }

    func run() async throws {
        guard text.utf8.count <= AppUserID.maximumBytes,
            let call = FindAppUsers(text, pageLimit: limit)
        else { throw ValidationError("There is no text to search for, or it is too long.") }
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let answer = try await installation.database.callOne(call, in: id)
            let found = try JSONParser.parse(answer.json)
            guard !json else { return print(found.indented) }
            for one in found["data"]?.array ?? [] {
                let matchedBy = [one["matched_by"]?.string, one["attribute"]?.string]
                    .compactMap { $0 }.joined(separator: " ")
                printRow([
                    one["app_user_id"]?.string ?? "–", one["kind"]?.string ?? "unknown",
                    matchedBy, one["matched"]?.string ?? "–",
                ])
            }
            if found["has_more"] == .bool(true) { printRow(["…", "a longer text finds fewer"]) }
        }
    }
}
