import Logging

/// A row of `entitlements.releases`, and what its servers noted.
struct InstalledRelease: Sendable {
    let name: String

    /// Of the tables that its functions were written for.
    let version: Int

    /// Whether a server or a migrator of it was seen within an hour.
    let isSeen: Bool

    /// How many of its servers are present.
    let servers: Int
}

extension Migrator {
    /// Installs the functions if they are not there, and lets the shared ones ask them.
    func installRelease() async throws(MigrationFailure) -> Bool {
        let values = ["release": schema.functionsSchema, "schema_version": String(schema.version)]
        let isThere = try await connection.run(.releaseSchemas).contains {
            $0.first == schema.functionsSchema
        }
        try await inTransaction { () async throws(MigrationFailure) in
            if !isThere {
                try await connection.run(.installRelease, values)
                for file in schema.functions { try await create(file) }
            }
            try await connection.run(.recordRelease, values)
            for file in schema.shared { try await run(file) }
        }
        return !isThere
    }

    func installedReleases() async throws(MigrationFailure) -> [InstalledRelease] {
        var servers: [String: Int] = [:]
        if try await connection.run(.hasPresence).first?.first == "t" {
            for row in try await connection.run(.presentReleases) {
                servers[row[0] ?? ""] = row[1].flatMap { Int($0) }
            }
        }
        return try await connection.run(.installedReleases).map { row in
            let name = row[0] ?? ""
            return InstalledRelease(
                name: name, version: row[1].flatMap { Int($0) } ?? 0,
                isSeen: row[2] == "t" || servers[name] != nil, servers: servers[name] ?? 0)
        }
    }

    /// Throws `releaseIsPresent` while a server is present that would not work after a migration.
    func requireNoServers(older missing: [Schema.Migration]) async throws(MigrationFailure) {
        guard let strictest = missing.max(by: { $0.neededVersion < $1.neededVersion })
        else { return }
        for release in try await installedReleases()
        where release.servers > 0 && release.version < strictest.neededVersion {
            throw .releaseIsPresent(
                release.name, servers: release.servers, version: release.version,
                migration: strictest.name, compatibleFrom: strictest.neededVersion)
        }
    }

    /// Drops the functions of releases of which no server was seen for an hour.
    func dropUnseenReleases() async throws(MigrationFailure) -> [String] {
        let unseen = try await installedReleases()
            .filter { !$0.isSeen && $0.name != schema.functionsSchema }
        try await inTransaction { () async throws(MigrationFailure) in try await drop(unseen) }
        return unseen.map(\.name)
    }

    /// Drops the functions of releases; part of a transaction.
    func drop(_ releases: [InstalledRelease]) async throws(MigrationFailure) {
        for release in releases {
            try await connection.run(.dropRelease, ["release": release.name])
            logger.notice(
                "The functions of a release are dropped", metadata: ["release": "\(release.name)"])
        }
    }
}
