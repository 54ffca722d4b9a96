import ArgumentParser
import EntitlementsAPI
import EntitlementsDatabase

/// Lists the newest deliveries to an endpoint.
struct EndpointDeliveries: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "List deliveries to an endpoint; the newest changes come first.",
        discussion: "Example: hearth endpoint deliveries myapp $ENDPOINT_ID --failing")

    @OptionGroup var list: ListOptions

    @Argument(help: "The endpoint's id.")
    var endpoint: IDArgument

    @Flag(help: "Only deliveries that fail.")
    var failing = false

    static let columns: [Column] = [
        "number", "status", "attempts", "http_status",
        Column("duration_milliseconds", as: "ms"), "first_error", "last_attempt_at",
        "next_attempt_at",
    ]

    func run() async throws {
        let cursor = try list.cursor(DeliveryCursor.init(reading:))
        try await list.run(
            ListDeliveries(
                endpointID: endpoint.uuid, withStatus: failing ? "failing" : nil,
                pageLimit: list.pageLimit, beforeNumber: cursor?.number),
            Self.columns,
            cursor: \.cursor.text, answer: \.answer)
    }
}
