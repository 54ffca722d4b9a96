import ArgumentParser
import Deliveries
import Entitlements

/// Sends a test message to an endpoint.
struct EndpointTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test message to an endpoint, and say what it answered.",
        discussion: """
            The exit status is 69 if the message was not delivered.

            Example: hearth endpoint test myapp $ENDPOINT_ID
            """)

    @OptionGroup var options: EndpointOptions

    func run() async throws {
        try await options.run { installation, tenant in
            let (id, outcome) = try await installation.withDeliverySender {
                try await $0.test(options.endpoint, of: tenant)
            }
            if let error = outcome.error {
                throw OperatorMessage(
                    "the endpoint did not take the message", why: error,
                    advice: "It must answer with a status from 200 to 299 within 10 seconds.",
                    exitStatus: .unavailable)
            }
            print("\(id) was delivered in \(outcome.durationMilliseconds) ms")
        }
    }
}
