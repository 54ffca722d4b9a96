import ArgumentParser
import Entitlements
import FoundationEssentials
import Glibc
import TenantFiles

/// Writes the tenant file of a new app.
struct TenantsInit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a commented tenant file for a new app.",
        discussion: """
            On a terminal, asks for everything that you give no option for; Return takes the \
            value in brackets. Elsewhere it takes these values without asking. Needs no \
            database. You can apply the file as it is.

            Example: hearth tenants init myapp --product myapp_monthly
            """)

    @Argument(help: "The tenant's slug: small letters, digits and dashes.")
    var tenant: String

    @Option(help: "The app's name.")
    var name: String?

    @Option(help: "The entitlement that is sold.")
    var entitlement: String?

    @Option(help: "The store's product id of a monthly subscription.")
    var product: String?

    @Flag(inversion: .prefixedNo, help: "Whether a purchase serves the whole household.")
    var shared = true

    @Option(help: "The file to write; by default, <tenant>.yaml.", completion: .file())
    var file: String?

    func run() async throws {
        let path = file ?? "\(tenant).yaml"
        let entitlement = Self.answer(to: "Entitlement", entitlement, or: "plus")
        let template = TenantFileTemplate(
            slug: tenant,
            name: Self.answer(to: "Name", name, or: TenantFileTemplate.name(for: tenant)),
            entitlement: entitlement,
            product: Self.answer(
                to: "Product", product,
                or: TenantFileTemplate.product(for: tenant, entitlement: entitlement)),
            isShared: shared)
        _ = try TenantFile.parse(yaml: template.text, path: path)
        try Self.write(template.text, to: path)
        print("\(path) is written. Next:\n  hearth tenants apply \(path)")
        for step in await Self.stepsAfterApplying(tenant) { print("  \(step)") }
    }

    /// The commands with which an applied tenant gets its keys and its first event.
    private static func stepsAfterApplying(_ tenant: String) async -> [String] {
        let isDatabaseNamed = (try? Configuration.fromEnvironment())?.database.url != nil
        let directory = DataDirectory(path: DataDirectory.usualPath)
        guard !isDatabaseNamed, await directory.announcedServer() != nil else {
            return [
                "hearth keys create --kind secret --tenant \(tenant)",
                "hearth tenants secrets set \(tenant) --kind authorization",
            ]
        }
        return [
            "source <(hearth env \(tenant))", "hearth webhooks send \(tenant) INITIAL_PURCHASE u_1",
        ]
    }

    /// Returns the given value; else asks on a terminal; else, or without an answer, the usual one.
    private static func answer(to question: String, _ given: String?, or usual: String) -> String {
        if let given { return given }
        guard StandardInput.isTerminal else { return usual }
        StandardStream.error.write(Array("\(question) [\(usual)]: ".utf8))
        let line = readLine(strippingNewline: true) ?? ""
        return line.isEmpty ? usual : line
    }

    /// Creates the file; an existing one stays as it is.
    private static func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            let cause = errno == EEXIST ? "there is such a file" : String(cString: strerror(errno))
            throw OperatorMessage(
                "the tenant file was not written",
                why: "\(path): \(cause)",
                advice: "Name another file with --file.", exitStatus: .cannotCreate)
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard
            bytes.withUnsafeBytes({ Glibc.write(descriptor, $0.baseAddress, $0.count) })
                == bytes.count
        else {
            throw OperatorMessage(
                "the tenant file was not written",
                why: "\(path): \(String(cString: strerror(errno)))", advice: "Is the disk full?",
                exitStatus: .cannotCreate)
        }
    }
}
