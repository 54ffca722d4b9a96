import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Prints the endpoints of a tenant.
struct EndpointList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tenant's endpoints.",
        discussion: "Example: hearth endpoint list myapp")

    @OptionGroup var answer: AnswerOptions

    func run() async throws {
        try await answer.list(
            ListEndpoints(),
            ["endpoint_id", "url", "state", "off_reason", "kinds", "environments", "created_at"],
            cursor: { _ in "" }, write: { $1.json($0.answer) })
    }
}
