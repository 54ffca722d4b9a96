import Entitlements
import Synchronization

/// An issuer's published keys, fetched when needed and at a limited rate.
///
/// Fetched keys are fresh for an hour, and stay valid for a day while the issuer cannot be reached.
/// An unknown key name causes a fetch, so a new key works at once. Unknown names cause at most one
/// fetch in five minutes.
package final class KeySet: Sendable {
    static let freshness = Duration.seconds(3_600)
    static let maximumAge = Duration.seconds(86_400)
    static let pauseAfterUnknownKey = Duration.seconds(300)
    static let pauseAfterFailure = Duration.seconds(10)

    fileprivate struct State {
        /// The last fetched document, and the start of its fetch.
        var fetched: (document: KeySetDocument, at: ContinuousClock.Instant)?
        /// The time of the last failed fetch, unless one succeeded since.
        var failedAt: ContinuousClock.Instant?
        /// The start of the last fetch that did not contain the requested key name.
        var soughtInVainAt: ContinuousClock.Instant?
        /// The callers that wait for the current fetch; nil without a fetch.
        var waiting: [AsyncStream<Void>.Continuation]?
    }

    fileprivate enum Step {
        case done(Result<VerificationKey, TokenError>)
        case fetch
        case wait(AsyncStream<Void>)
    }

    private let load: @Sendable () async throws(KeySetError) -> KeySetDocument
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        load: @escaping @Sendable () async throws(KeySetError) -> KeySetDocument
    ) {
        self.now = now
        self.load = load
    }

    /// Returns the key with this name.
    ///
    /// Throws `unknownKey`, or `keysUnavailable` if the issuer could not be reached for too long.
    func key(_ keyID: String) async throws(TokenError) -> VerificationKey {
        while !Task.isCancelled {
            switch nextStep(towards: keyID) {
            case .done(let result): return try result.get()
            case .fetch: await fetch(for: keyID)
            case .wait(let end): for await _ in end {}
            }
        }
        throw .keysUnavailable
    }

    private func nextStep(towards keyID: String) -> Step {
        let asked = now()
        return state.withLock { state in
            let age = state.fetched.map { $0.at.duration(to: asked) } ?? .zero
            if age >= Self.maximumAge { state.fetched = nil }
            let key = state.fetched?.document[keyID]
            let isFresh = state.fetched != nil && age < Self.freshness
            // One caller fetches; the others use the present keys.
            if let key, isFresh || state.waiting != nil { return .done(.success(key)) }
            if state.waiting != nil { return state.joined() }
            if let failedAt = state.failedAt,
                failedAt.duration(to: asked) < Self.pauseAfterFailure
            {
                if let key { return .done(.success(key)) }
                let isKnown = state.fetched != nil
                return .done(.failure(isKnown ? .unknownKey : .keysUnavailable))
            }
            if isFresh, let soughtAt = state.soughtInVainAt,
                soughtAt.duration(to: asked) < Self.pauseAfterUnknownKey
            {
                return .done(.failure(.unknownKey))
            }
            state.waiting = []
            return .fetch
        }
    }

    private func fetch(for keyID: String) async {
        let begun = now()
        let outcome: Result<KeySetDocument, KeySetError>
        do throws(KeySetError) {
            outcome = .success(try await load())
        } catch {
            outcome = .failure(error)
        }
        let ended = now()
        let waiting = state.withLock { state in
            switch outcome {
            case .success(let document):
                state.fetched = (document, begun)
                state.failedAt = nil
                if document[keyID] == nil { state.soughtInVainAt = begun }
            case .failure:
                // A cancelled fetch says nothing about the issuer.
                if !Task.isCancelled { state.failedAt = ended }
            }
            defer { state.waiting = nil }
            return state.waiting ?? []
        }
        for other in waiting { other.finish() }
    }
}

extension KeySet.State {
    /// Returns a stream that ends with the fetch.
    fileprivate mutating func joined() -> KeySet.Step {
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        waiting?.append(continuation)
        return .wait(end)
    }
}
