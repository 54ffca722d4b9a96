import Entitlements
import Synchronization

/// An issuer's published keys, fetched when they are needed and no more often than they may be.
///
/// What is here serves for an hour, and for a day where the issuer cannot be reached. A name that
/// is not here has the keys fetched again, so that a new one counts as soon as it signs; what
/// names keys that do not exist cannot have that done more than once in five minutes.
package final class KeySet: Sendable {
    static let freshness = Duration.seconds(3_600)
    static let maximumAge = Duration.seconds(86_400)
    static let pauseAfterUnknownKey = Duration.seconds(300)
    static let pauseAfterFailure = Duration.seconds(10)

    fileprivate struct State {
        /// The last that could be fetched, and when that was begun.
        var fetched: (document: KeySetDocument, at: ContinuousClock.Instant)?
        /// When a fetch failed last, if none succeeded since.
        var failedAt: ContinuousClock.Instant?
        /// When a fetch was begun last for the sake of a name that it did not bring.
        var soughtInVainAt: ContinuousClock.Instant?
        /// Who waits for the fetch that is under way; nil if none is.
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

    /// The key of a name.
    ///
    /// Throws `unknownKey`, and `keysUnavailable` where the issuer was not reached for too long.
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
            // One asks anew; the others go on with what is here.
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
                // Who gave up says nothing of the issuer.
                if !Task.isCancelled { state.failedAt = ended }
            }
            defer { state.waiting = nil }
            return state.waiting ?? []
        }
        for other in waiting { other.finish() }
    }
}

extension KeySet.State {
    /// A stream that ends with the fetch.
    fileprivate mutating func joined() -> KeySet.Step {
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        waiting?.append(continuation)
        return .wait(end)
    }
}
