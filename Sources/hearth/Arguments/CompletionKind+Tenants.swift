import ArgumentParser
import EntitlementsDatabase
import Logging

extension CompletionKind {
    /// The slugs of the installation's tenants; none if it does not answer in time.
    static let tenants = CompletionKind.custom { words, _, _ async in
        await slugs(besides: words)
    }

    private static let deadlineSeconds = 2

    /// The installation is that of the command line.
    private static func slugs(besides words: [String]) async -> [String] {
        let slugs = try? await withDeadline(seconds: deadlineSeconds) {
            let option = words.firstIndex(of: "--data-directory")
            let path = option.flatMap { words.dropFirst($0 + 1).first }
            let logger = Logger(label: "hearth") { _ in SwiftLogNoOpLogHandler() }
            let target = try await DatabaseOption.Target(
                try Configuration.fromEnvironment(), orIn: path ?? DataDirectory.usualPath,
                logger: logger)
            return try await DatabaseSession.run(
                target.url, configuration: target.configuration, logger: logger
            ) { try await Self.slugs(in: $0) }
        }
        return (slugs ?? nil) ?? []
    }

    private static func slugs(in database: Database) async throws -> [String] {
        var slugs: [String] = []
        try await ListTenants.forEach(in: database) { slugs.append($0.slug) }
        return slugs
    }
}
