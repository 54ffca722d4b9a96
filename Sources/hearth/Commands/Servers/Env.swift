import ArgumentParser
import Entitlements

/// Prints a tenant's address and keys as a shell reads them.
struct Env: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print a tenant's address and keys for a shell: source <(hearth env stockpot).",
        discussion: """
            Sets ADDRESS, READ_KEY, SECRET_KEY and SIMULATOR of the running `hearth up`. A tenant \
            of your own gets its keys and webhook secrets the first time; they are kept in the \
            data directory beside the keys of the example tenants. The simulated RevenueCat sells \
            the products of Stockpot; for other tenants, use `hearth webhooks send`.

            Example: hearth env myapp
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            guard let server = await installation.directory.announcedServer() else {
                throw OperatorMessage(
                    "there is no server to name",
                    why: "no `hearth up` answers in \(database.dataDirectory)",
                    advice: "Start `hearth up` in another terminal, or name the directory of one "
                        + "that runs with --data-directory.",
                    exitStatus: .unavailable)
            }
            let keys = try await installation.keys(of: tenant)
            let variables = [
                ("ADDRESS", server.address), ("READ_KEY", keys.readKey.text),
                ("SECRET_KEY", keys.secretKey.text), ("SIMULATOR", server.simulator ?? ""),
            ]
            for (name, value) in variables { print("export \(name)='\(value)'") }
        }
    }
}
