import ArgumentParser
import Curl
import Entitlements

/// Shows what arrives for a tenant, until Ctrl-C.
struct Listen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a tenant's webhook events and changes as they arrive.",
        discussion: """
            Prints a line for each webhook event with its outcome, and for each change of what \
            an app user may do, with the values before and after. Times are UTC. Ctrl-C ends it.

            --forward-to also delivers each change to your server, with the headers, the body and \
            the kind of signature that an endpoint gets. The secret is shown first, and stays \
            the same. A failed delivery is not repeated.

            Example: hearth listen myapp --forward-to http://127.0.0.1:3000/hearth
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Option(help: "Only what is about this app user, under any of their ids.")
    var user: AppUserID?

    @Option(
        help: """
            Only this kind of change (entitlements_changed) or type of event (RENEWAL); may be \
            repeated.
            """,
        completion: .list(ChangeKind.allCases.map(\.rawValue)))
    var kind: [String] = []

    @Option(help: ArgumentHelp("Deliver each change to this URL.", valueName: "url"))
    var forwardTo: String?

    @OptionGroup var database: DatabaseOption

    private static let interval = Duration.milliseconds(500)

    func validate() throws {
        let known = Set(ChangeKind.allCases.map(\.rawValue))
        // RevenueCat's types are upper case, and new ones come.
        if let unknown = kind.first(where: { !known.contains($0) && $0 != $0.uppercased() }) {
            throw ValidationError(
                "There is no kind \"\(unknown)\". Changes have one of "
                    + known.sorted().joined(separator: ", ")
                    + "; events have RevenueCat's types, such as RENEWAL.")
        }
        if let forwardTo, EndpointURL(forwardTo, isDevelopment: true) == nil {
            throw ValidationError("--forward-to must be a URL: http://127.0.0.1:3000/hearth.")
        }
    }

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let arrivals = try await ArrivalLines(
                of: id, in: installation.database,
                admitting: ArrivalFilter(user: user, kinds: Set(kind)))
            guard let forwardTo else { return try await show(arrivals, forwarder: nil) }
            let box = try installation.secretBox()
            try await installation.withHTTP { http in
                let forwarder = ChangeForwarder(to: forwardTo, of: id, signedBy: box, http: http)
                StandardStream.error.writeLine(
                    "Changes go to \(forwardTo), signed with \(forwarder.secret.text)")
                try await show(arrivals, forwarder: forwarder)
            }
        }
    }

    private func show(_ arrivals: ArrivalLines, forwarder: ChangeForwarder?) async throws {
        var arrivals = arrivals
        StandardStream.error.writeLine("Listening to \(tenant); Ctrl-C ends it.")
        while true {
            for arrival in try await arrivals.next() {
                StandardStream.output.writeLines(arrival.lines)
                guard let forwarder, let change = arrival.change else { continue }
                StandardStream.output.writeLines([try await forwarder.forward(change)])
            }
            try await Task.sleep(for: Self.interval)
        }
    }
}
