import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Prints a link that signs a browser in to the console once.
struct OpenConsole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console", abstract: "Print a link that signs a browser in to the console.",
        discussion: """
            The link works once, within ten minutes, and the browser stays signed in for twelve \
            hours. It acts with the tenant's newest secret key, or without a tenant with the \
            newest admin key. Behind a proxy, name the address that browsers use.

            Example: hearth console myapp --address https://hearth.example.com
            """)

    @Argument(
        help: "The tenant's slug; without it, all tenants.", completion: .tenants)
    var tenant: String?

    @Option(
        help: "The server; by default, the one of `hearth up`, or of HEARTH_HOST and HEARTH_PORT.")
    var address: String?

    @OptionGroup var database: DatabaseOption

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await database.run { installation in
            let link = try await link(in: installation)
            guard json else { return print(link.url) }
            printJSON(
                JSONValue.members([
                    "url": .string(link.url),
                    "seconds_left": .integer(Int64(ConsoleLink.lifetimeSeconds)),
                ]).bytes)
        }
    }

    private func link(in installation: DatabaseOption.Installation) async throws -> ConsoleLink {
        guard installation.configuration.http.servesConsole else {
            throw OperatorMessage(
                "there is no console", why: "HEARTH_CONSOLE is off", exitStatus: .unavailable)
        }
        if let tenant { _ = try await installation.tenantID(tenant) }
        do {
            return try await ConsoleLink.create(
                at: await server(of: installation), tenantSlug: tenant, in: installation.database)
        } catch let failure as Failure where failure.code == .apiKeyNotFound {
            let kind = tenant.map { "secret --tenant \($0)" } ?? "admin"
            throw OperatorMessage(
                "there is no link", why: "the console has no key to act with",
                advice: "Create one with `hearth keys create --kind \(kind)`.", exitStatus: .missing
            )
        }
    }

    /// The address without a slash at its end.
    private func server(of installation: DatabaseOption.Installation) async -> String {
        if let address { return address.hasSuffix("/") ? String(address.dropLast()) : address }
        if installation.isPrivate,
            let announced = await installation.directory.announcedServer()
        {
            return announced.address
        }
        let http = installation.configuration.http
        return LocalServer(listeningOn: http.host, port: http.port, hostHeader: nil).address
    }
}
