import ArgumentParser
import EntitlementsDatabase

/// Adds a secret to an endpoint and prints it; it cannot be shown again.
struct EndpointRotateSecret: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-secret",
        abstract: "Add a secret to an endpoint, and print it once.",
        discussion: """
            Deliveries are signed with it and with the previous secret, until the next rotation.

            Example: hearth endpoint rotate-secret myapp $ENDPOINT_ID
            """)

    @OptionGroup var options: EndpointOptions

    @Flag(help: "Sign with the new secret only, for example after a theft.")
    var atOnce = false

    func run() async throws {
        try await options.run { installation, tenant in
            let box = try await installation.sealingBox()
            let secret = try NewEndpointSecret(
                of: options.endpoint, of: tenant, sealedBy: box)
            let answer = try await installation.database.callOne(
                RotateEndpointSecret(
                    endpointID: options.endpoint, sealed: secret.sealed, isAtOnce: atOnce,
                    actor: AnswerOptions.actor),
                in: tenant)
            secret.print(with: answer.json)
        }
    }
}
