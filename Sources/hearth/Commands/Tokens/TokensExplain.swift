import ArgumentParser
import Curl
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Synchronization
import Tokens

/// Says which rule refuses an end user's token.
struct TokensExplain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Say why an end user's token was rejected.",
        discussion: """
            Checks the token as /v1/me does, by the tenant's file, and fetches the issuer's keys. \
            The reason has the same name in the log and in hearth_token_refusals_total. Pipe the \
            token in, because other users of this machine can see arguments. The exit status is \
            65 if the token is refused.

            Example: hearth tokens explain --tenant myapp < token.txt
            """)

    @Argument(help: "The token; by default, the first line of standard input.")
    var token: String?

    @Option(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        guard let text = token ?? StandardInput.readLine(maximumBytes: Self.maximumBytes) else {
            throw OperatorMessage(
                "there is no token to explain",
                why: "standard input must be one line of 1 to \(Self.maximumBytes) bytes",
                exitStatus: .invalidData)
        }
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let report = try await report(on: text, of: id, installation)
            print(report.text)
            if !report.isAccepted { throw ExitCode(65) }
        }
    }

    /// More than a token may have, so that one that is too long is explained.
    private static let maximumBytes = 65_536

    private func report(
        on text: String, of tenant: TenantID, _ installation: DatabaseOption.Installation
    ) async throws -> TokenReport {
        let http = HTTPClient(configuration: HTTPClient.Configuration())
        let failures = Mutex<[String]>([])
        let keySets = KeySets(
            http: http, allowsLoopback: installation.isDevelopment, now: monotonicTime
        ) { url, error in
            failures.withLock { $0.append("\(url.rawValue): \(error)") }
        }
        let directory = TokenDirectory(
            database: installation.database, secretBox: try installation.secretBox(),
            keySets: keySets)
        let verifier = try await directory.verifier(of: tenant)
        var report = TokenReport(
            tenant: self.tenant, issuers: try await directory.issuers(of: tenant),
            now: systemTime())
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await http.run() }
            defer { group.cancelAll() }
            await report.check(text, by: verifier)
            report.failures = failures.withLock(\.self)
            try await report.requireAnonymous {
                try await installation.database.callOne(
                    RequireAnonymous(appUserID: $0), in: tenant)
            }
            return report
        }
    }
}
