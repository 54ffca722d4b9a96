import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes
import Reconciliation
import RevenueCat

extension Route {
    /// *Restore purchases*: reads an app user from RevenueCat now, and answers with the
    /// entitlements and the changes.
    static func syncAppUser(_ database: Database, _ snapshots: SubjectSnapshots) -> Route {
        Route(
            "syncAppUser", .post, "/v1/users/{app_user_id}/sync",
            me: "syncMe", "/v1/me/sync", key: .support
        ) { request, subject in
            let asked = try SyncAppUserRequest(reading: request)
            let outcome = try await snapshots.restore(subject)
            var standing = ConfirmedStanding(
                appUserID: subject.appUserID,
                row: try await database.callOne(
                    GetConfirmedEntitlements(
                        appUserID: subject.appUserID, environment: asked.environment),
                    in: subject.tenant))
            switch outcome {
            case .read(let drift): return standing.response(changedBy: drift)
            case .unknown(let readAt, let isConflicting):
                standing.readAt = isConflicting ? nil : readAt
                return standing.response(changedBy: [], isConflicting: isConflicting)
            case .hindered(.projectNotRecognised):
                return standing.response(changedBy: [], isConflicting: true)
            case .hindered(let obstacle): throw standing.failure(because: obstacle)
            case .notConfigured:
                throw Failure(.upstreamNotConfigured, "The tenant has no key for RevenueCat's API.")
            }
        }
    }
}

/// An app user's entitlements, and the time of the last snapshot.
private struct ConfirmedStanding {
    let appUserID: AppUserID
    let row: GetConfirmedEntitlements.Row
    /// When RevenueCat was read about an id that is stored nowhere.
    var readAt: Timestamp?

    func response(changedBy drift: [Drift], isConflicting: Bool = false) -> Response {
        .json { json in
            write(to: &json)
            json.name("changes")
            json.beginArray()
            for difference in drift { json.drift(difference) }
            json.endArray()
            json.name("is_conflicting")
            json.bool(isConflicting)
        }
    }

    /// Adds the stored entitlements and the time of the last snapshot to the failure.
    func failure(because obstacle: SnapshotFailure) -> Failure {
        var json = JSONWriter()
        json.beginObject()
        json.name("stored_answer")
        json.beginObject()
        write(to: &json)
        json.endObject()
        json.endObject()
        var failure = obstacle.failure
        failure.members = json.bytes
        return failure
    }

    private func write(to json: inout JSONWriter) {
        json.name("app_user_id")
        json.string(appUserID.rawValue)
        json.name("as_of")
        json.timestamp(row.answeredAsOf)
        json.name("confirmed_at")
        if let confirmedAt = row.confirmedAt ?? readAt {
            json.timestamp(confirmedAt)
        } else {
            json.null()
        }
        json.members(ofJSON: row.answer)
    }
}

extension SnapshotFailure {
    /// The failure that the caller gets.
    fileprivate var failure: Failure {
        let milliseconds = retryAfterMilliseconds ?? Self.usualRetryAfterSeconds * 1_000
        let seconds = max(1, (milliseconds + 999) / 1_000)
        let (code, detail) = described
        return Failure(code, detail, retryAfterSeconds: seconds)
    }

    private var described: (ErrorCode, String) {
        switch self {
        case .budget:
            (.upstreamBudgetSpent, "The tenant's budget for RevenueCat requests is spent.")
        case .upstream(.rateLimited), .paused(.rateLimited, _):
            (.upstreamBudgetSpent, "RevenueCat accepts no more requests from the tenant for now.")
        case .upstream(.busy):
            (.upstreamBusy, "RevenueCat is still working on another request about this app user.")
        case .upstream(.unauthorized), .paused(.keyUnusable, _):
            (
                .upstreamKeyUnusable,
                "RevenueCat refuses the tenant's key, or the key lacks a permission."
            )
        case .keyUnusable:
            (.upstreamKeyUnusable, "The tenant's key was sealed with another encryption key.")
        case .upstream(.unreadable), .snapshotRefused:
            (.upstreamUnreadable, "RevenueCat's answer cannot be understood: \(reason).")
        case .upstream(.unavailable), .paused(.unavailable, _), .projectNotRecognised:
            (.upstreamUnavailable, "RevenueCat could not be read.")
        }
    }

    private static let usualRetryAfterSeconds = 15
}
