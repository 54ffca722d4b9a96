import Foundation

/// What the person of a token may do, with a connection and without one.
///
/// Use a file of its own for each person. Both ways give what Hearth has signed, so they cannot
/// differ.
public actor Access {
    private let hearth: Hearth
    private let file: URL
    private let now: @Sendable () -> Date
    private var stored: Stored

    /// What is kept on the device.
    ///
    /// It holds no secret, and an edit of it does not verify.
    private struct Stored: Codable {
        var token: String?
        var keys: SigningKeys?
        var latestIssuedAt = Date.distantPast
    }

    /// The pause after which a device without a connection tries again.
    private static let retrySeconds: TimeInterval = 10

    /// How long Hearth holds a question for changes.
    private static let holdSeconds = 25

    /// Decides for the client's person, and keeps the last statement in a file.
    public init(
        hearth: Hearth, file: URL, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.hearth = hearth
        self.file = file
        self.now = now
        stored = (try? JSONDecoder().decode(Stored.self, from: Data(contentsOf: file))) ?? Stored()
    }

    /// What the kept statement says, at once and without the network.
    public func kept() -> KnownAccess { kept(because: nil) }

    private func kept(because reason: HearthError?) -> KnownAccess {
        guard let token = stored.token else {
            return KnownAccess(state: .unknown, statement: nil, reason: reason)
        }
        do {
            let statement = try verifyStatement(
                token, with: keys, of: hearth.tenant ?? "", at: now(),
                latestIssuedAt: stored.latestIssuedAt)
            return KnownAccess(state: .kept, statement: statement, reason: reason)
        } catch {
            return KnownAccess(state: .unknown, statement: nil, reason: error as? HearthError)
        }
    }

    /// What the person may do now: from Hearth, or else by the statement that is kept.
    ///
    /// Throws what Hearth refused; sign in again after 401.
    public func current() async throws -> KnownAccess {
        do {
            return KnownAccess(state: .fresh, statement: try await refreshed(), reason: nil)
        } catch let error as HearthError where error.isOutage {
            return kept(because: error)
        }
    }

    /// Yields what is kept at once, then what Hearth says, then each change: by a purchase, a
    /// household or the clock.
    ///
    /// Without a connection it tries again and again. Ends with what Hearth refuses.
    public nonisolated func updates() -> AsyncThrowingStream<KnownAccess, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(8)) { continuation in
            let task = Task {
                do {
                    var last: KnownAccess? = await kept()
                    if last?.state == .kept {
                        last.map { _ = continuation.yield($0) }
                    } else {
                        last = nil
                    }
                    while !Task.isCancelled {
                        // Known before the answer, so that no change between them is missed.
                        let number = try await lastNumber()
                        let next = try await current()
                        if last?.isSame(as: next) != true { continuation.yield(next) }
                        last = next
                        try await nextChange(after: number, for: next)
                    }
                    continuation.finish()
                } catch is CancellationError {
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Forgets the statement, as when the person signs out.
    ///
    /// The latest time stays known.
    public func forget() {
        stored.token = nil
        save()
    }

    private var keys: SigningKeys { stored.keys ?? SigningKeys(keys: []) }

    private func refreshed() async throws -> StatementClaims {
        let token = try await hearth.statement()
        let statement: StatementClaims
        // Hearth has just signed it, so a wrong clock of the device does not matter.
        do {
            statement = try signedClaims(token, with: keys, of: hearth.tenant ?? "")
        } catch let error as HearthError where error.verificationReason == .unknownKey {
            stored.keys = try await hearth.signingKeys()
            statement = try signedClaims(token, with: keys, of: hearth.tenant ?? "")
        }
        stored.token = token
        stored.latestIssuedAt = max(stored.latestIssuedAt, statement.issuedAt)
        save()
        return statement
    }

    private func save() {
        // A device that cannot write decides by what is in memory.
        try? JSONEncoder().encode(stored).write(to: file, options: .atomic)
    }

    private nonisolated func lastNumber() async throws -> Int? {
        do {
            return try await hearth.with(attempts: 1).changes(after: nil).lastNumber
        } catch let error as HearthError where error.isOutage {
            return nil
        }
    }

    /// Waits for the person's next change, for the clock, or for the time to try again.
    private nonisolated func nextChange(after number: Int?, for access: KnownAccess) async throws {
        guard access.state == .fresh, let statement = access.statement, var after = number else {
            return try await Task.sleep(for: .seconds(Self.retrySeconds))
        }
        let end = Date(timeIntervalSinceNow: max(1, statement.secondsUntilNextQuestion))
        do {
            while end.timeIntervalSinceNow > 0 {
                let left = Int(end.timeIntervalSinceNow.rounded(.up))
                let wait = max(1, min(Self.holdSeconds, left))
                let page = try await hearth.changes(after: after, wait: wait)
                if !page.data.isEmpty { return }
                after = page.nextAfter
            }
        } catch is HearthError {
            // The log may begin later than the number. Either way all is asked again.
            try await Task.sleep(for: .seconds(Self.retrySeconds))
        }
    }
}

extension StatementClaims {
    /// Half of its life is left for the time without a connection.
    fileprivate var secondsUntilNextQuestion: TimeInterval {
        let half = expiresAt.timeIntervalSince(issuedAt) / 2
        return min(half, entitlements.nextChangeAt?.timeIntervalSince(issuedAt) ?? half)
    }
}

/// What a person may do, as far as the device knows.
public struct KnownAccess: Sendable {
    /// How the device knows it.
    public enum State: String, Sendable {
        /// Hearth has just said it.
        case fresh
        /// Hearth cannot be reached, and signed it before.
        case kept
        /// Hearth cannot be reached, and nothing that counts is kept. Nothing is active.
        case unknown
    }

    /// How the device knows it.
    public let state: State
    /// What Hearth signed; nil if it is unknown.
    public let statement: StatementClaims?
    /// Why it is not fresh, such as `no_connection`, or `clock_set_back` and `expired`.
    public let reason: HearthError?

    /// Whether an entitlement is active; use this to decide.
    public func isActive(_ entitlementID: String) -> Bool {
        statement?.entitlements.isActive(entitlementID) ?? false
    }

    /// Whether they differ in nothing but when they were signed.
    fileprivate func isSame(as other: KnownAccess) -> Bool {
        let (mine, theirs) = (statement?.entitlements, other.statement?.entitlements)
        return state == other.state && reason?.code == other.reason?.code
            && mine?.plan == theirs?.plan && mine?.entitlements == theirs?.entitlements
            && mine?.subscriptionStatus == theirs?.subscriptionStatus
    }
}
