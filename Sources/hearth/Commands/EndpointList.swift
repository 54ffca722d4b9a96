import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Prints the endpoints of a tenant.
struct EndpointList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tenant's endpoints.",
        discussion: "Example: hearth endpoint list myapp")

    @OptionGroup var answer: AnswerOptions

    static let columns: [Column] = [
        "endpoint_id", "url", "state", "off_reason", "kinds", "environments", "created_at",
    ]

    func run() async throws {
        try await answer.list(
            ListEndpoints(),
            Self.columns,
            cursor: { _ in "" }, write: { $1.json($0.answer) })
    }
}
