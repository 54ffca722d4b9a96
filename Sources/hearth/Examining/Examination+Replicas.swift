import Entitlements
import EntitlementsDatabase
import Postgres

/// The checks of the replicas that answer lookups.
extension Examination {
    func examineReplicas(_ database: Database) async throws {
        let urls = target.configuration.database.readURLs
        guard !urls.isEmpty else { return }
        let primary = try await database.callOne(GetLogPosition())
        for (index, url) in urls.enumerated() {
            let name = "\(index + 1)"
            let seen: GetLogPosition.Row?
            do {
                seen = try await withDeadline(seconds: Self.stepSeconds) { [self] in
                    try await position(of: url)
                }
            } catch {
                note(.replica(name, failedBecause: "\(described(error))"))
                continue
            }
            guard let seen else {
                note(.replica(name, failedBecause: "no answer within \(Self.stepSeconds) seconds"))
                continue
            }
            note(.replica(name, seen, of: primary))
        }
    }

    private func position(of url: String) async throws -> GetLogPosition.Row {
        var configuration = target.configuration
        configuration.database.isReadOnly = true
        return try await DatabaseSession.run(
            url, configuration: configuration, patienceMilliseconds: 5_000, logger: logger
        ) { try await $0.callOne(GetLogPosition()) }
    }
}

extension Finding {
    static func replica(_ name: String, failedBecause reason: String) -> Finding {
        .warn(
            "replicas", "number \(name) of HEARTH_READ_DATABASE_URLS does not answer: \(reason)",
            advice: "The primary answers its lookups. Is it running, and the URL right?")
    }

    static func replica(
        _ name: String, _ seen: GetLogPosition.Row, of primary: GetLogPosition.Row
    ) -> Finding {
        let which = "number \(name) of HEARTH_READ_DATABASE_URLS"
        guard seen.isStandby else {
            return .warn(
                "replicas", "\(which) is no standby, so it gets no lookups",
                advice: "Was it promoted? Name standbys of the primary.")
        }
        guard let own = seen.logPosition.flatMap({ LogPosition($0) }),
            let wanted = primary.logPosition.flatMap({ LogPosition($0) })
        else {
            return .warn(
                "replicas", "\(which) does not tell which timeline it has, so it gets no lookups",
                advice: "A server notes it within a minute of its start. May logins call "
                    + "pg_walfile_name?")
        }
        guard own.timeline == wanted.timeline else {
            return .warn(
                "replicas",
                "\(which) has timeline \(own.timeline) and the primary \(wanted.timeline), so it "
                    + "gets no lookups",
                advice: "Let it follow the primary, or make it again with pg_basebackup.")
        }
        let behind = wanted.byte > own.byte ? wanted.byte - own.byte : 0
        return .ok("replicas", "\(which) is \(behind) bytes of the log behind the primary")
    }
}
