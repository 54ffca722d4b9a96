import ArgumentParser
import EntitlementsDatabase

/// Tells whether webhooks arrive.
struct WebhookStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say whether the tenant's webhooks arrive, and why they are refused.",
        discussion: "Example: hearth webhook status myapp")

    @OptionGroup var answer: AnswerOptions

    func run() async throws {
        try await answer.run(
            GetWebhookStatus(),
            [
                Column("last_received_at", as: "last event"), Column("last_type", as: "type"),
                Column("last_event_id", as: "event id"), Column("failed", as: "failed events"),
                Column("refused.count", as: "refused within 24 hours"),
                Column("refused.reason", as: "reason of the last"),
                Column("refused.last_refused_at", as: "last refused"),
            ])
    }
}
