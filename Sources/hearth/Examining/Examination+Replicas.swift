import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import FoundationEssentials
import Postgres

/// The checks of the replicas that answer lookups.
extension Examination {
    func examineReplicas(_ database: Database) async throws {
        let urls = target.configuration.database.readURLs
        let primary = try await database.callOne(GetLogPosition())
        note(.ok("installation", "its id is \(primary.installationID.text)"))
        let log = PrimaryLog()
        log.add(primary, at: monotonicTime())
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
            // A mark may have been renewed meanwhile.
            log.add(try await database.callOne(GetLogPosition()), at: monotonicTime())
            note(.replica(name, seen, of: primary, strangeness: log.strangeness(of: seen)))
        }
    }

    private func position(of url: String) async throws -> GetLogPosition.Row {
        var configuration = target.configuration
        configuration.database.isReadOnly = true
        return try await DatabaseSession.run(
            url, configuration: configuration, patienceMilliseconds: 5_000, logger: logger
        ) { try await $0.callOne(GetLogPosition()) }
    }

    /// Notes whose log a server on a standby alone follows.
    func examineFollowed(_ database: Database) async throws {
        let seen = try await database.callOne(GetLogPosition())
        note(
            .followed(
                seen, expected: target.configuration.database.installationID, now: systemTime()))
    }
}

extension Finding {
    static func replica(_ name: String, failedBecause reason: String) -> Finding {
        .warn(
            "replicas", "number \(name) of HEARTH_READ_DATABASE_URLS does not answer: \(reason)",
            advice: "The primary answers its lookups. Is it running, and the URL right?")
    }

    static func replica(
        _ name: String, _ seen: GetLogPosition.Row, of primary: GetLogPosition.Row,
        strangeness: Strangeness?
    ) -> Finding {
        let which = "number \(name) of HEARTH_READ_DATABASE_URLS"
        if let strangeness {
            return .warn(
                "replicas", "\(which) gets no lookups: \(strangeness)", advice: strangeness.advice)
        }
        guard let own = seen.logPosition.flatMap({ LogPosition($0) }),
            let wanted = primary.logPosition.flatMap({ LogPosition($0) })
        else { return .replica(name, failedBecause: "it tells no position") }
        let behind = wanted.byte > own.byte ? wanted.byte - own.byte : 0
        return .ok("replicas", "\(which) is \(behind) bytes of the log behind the primary")
    }

    /// A server renews the mark within a minute.
    private static let longestSilenceSeconds: Int64 = 300

    static func followed(_ seen: GetLogPosition.Row, expected: UUID?, now: Timestamp) -> Finding {
        let words = "it is of the installation \(seen.installationID.text)"
        if let expected, expected != seen.installationID {
            return .fail(
                "installation", "\(words), and HEARTH_INSTALLATION_ID is \(expected.text)",
                advice: "Is DATABASE_URL the right one?", exitStatus: .invalidConfiguration)
        }
        let age = max(0, now.secondsSinceEpoch - seen.markedAt.secondsSinceEpoch)
        guard age > longestSilenceSeconds else {
            return .ok("installation", "\(words), whose primary was heard of \(age) seconds ago")
        }
        return .warn(
            "installation", "\(words), whose primary was heard of last at \(seen.markedAt.rfc3339)",
            advice: "Does a server run on the primary, and does this standby follow it?")
    }
}

extension Strangeness {
    fileprivate var advice: String {
        switch self {
        case .noStandby: "Was it promoted? Name standbys of the primary."
        case .primaryUnknown, .positionUnknown:
            "A server notes it within a minute of its start. May logins call pg_walfile_name?"
        case .otherTimeline:
            "Let it follow the primary, or make it again with pg_basebackup."
        case .otherSystem, .otherInstallation:
            "Is the URL right? Name standbys of DATABASE_URL's server."
        case .otherHistory, .unproven:
            "Wait a minute if it is far behind. Else make it again with pg_basebackup."
        }
    }
}
