import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a person may do, with a connection and without one.
///
/// Use a file of its own for each person. Both ways give what Hearth has signed, so they cannot
/// differ.
public actor Access {
    private let client: HearthClient
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

    /// Decides for the client's person, and keeps the last statement in a file.
    public init(
        client: HearthClient, file: URL, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.client = client
        self.file = file
        self.now = now
        stored = (try? JSONDecoder().decode(Stored.self, from: Data(contentsOf: file))) ?? Stored()
    }

    /// What the person may do now: from Hearth, or else by the statement that is kept.
    ///
    /// Throws what Hearth refused (sign in anew after 401), or without a connection why the kept
    /// statement does not count.
    public func current() async throws -> EntitlementsOfAppUser {
        do {
            return try await refreshed().entitlements
        } catch is URLError {
            return try kept().entitlements
        } catch let error as HearthError where error.status >= 500 {
            return try kept().entitlements
        }
    }

    /// Yields what the person may do, now and each time that it changes.
    ///
    /// A purchase, a household or the clock changes it. Ends with what `current` throws.
    public nonisolated func updates() -> AsyncThrowingStream<EntitlementsOfAppUser, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    var last: EntitlementsOfAppUser?
                    // Known before the answer, so that no change between them is missed.
                    var number = try? await client.changes(after: nil).lastNumber
                    while !Task.isCancelled {
                        let answer = try await current()
                        if answer != last { continuation.yield(answer) }
                        last = answer
                        number = await nextChange(after: number, until: answer.nextChangeAt)
                    }
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

    private func refreshed() async throws -> StatementClaims {
        let token = try await client.statement()
        let statement: StatementClaims
        do {
            statement = try verified(token)
        } catch VerificationError.unknownKey {
            stored.keys = try await client.signingKeys()
            statement = try verified(token)
        }
        stored.token = token
        stored.latestIssuedAt = max(stored.latestIssuedAt, statement.issuedAt)
        save()
        return statement
    }

    private func kept() throws -> StatementClaims {
        guard let token = stored.token else { throw URLError(.notConnectedToInternet) }
        return try verified(token)
    }

    private func verified(_ token: String) throws -> StatementClaims {
        try verifyStatement(
            token, with: stored.keys ?? SigningKeys(keys: []), of: client.tenant, at: now(),
            latestIssuedAt: stored.latestIssuedAt)
    }

    private func save() {
        // A device that cannot write decides by what is in memory.
        try? JSONEncoder().encode(stored).write(to: file, options: .atomic)
    }

    /// Waits for the person's next change or for a moment; returns the number to go on from.
    private nonisolated func nextChange(after number: Int?, until end: Date?) async -> Int? {
        await withTaskGroup(of: Int?.self) { group in
            group.addTask {
                do {
                    var after = number
                    while !Task.isCancelled {
                        let page = try await self.client.changes(after: after, wait: 25)
                        if !page.data.isEmpty { return page.nextAfter }
                        after = page.nextAfter
                    }
                    return after
                } catch {
                    // No connection, or the log begins later than our number: ask for all anew.
                    try? await Task.sleep(for: .seconds(Self.retrySeconds))
                    return try? await self.client.changes(after: nil).lastNumber
                }
            }
            if let end {
                group.addTask {
                    // A day at most, because a sleeping device wakes late.
                    let wait = min(max(1, end.timeIntervalSince(self.now())), 86_400)
                    try? await Task.sleep(for: .seconds(wait))
                    return number
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? number
        }
    }
}
