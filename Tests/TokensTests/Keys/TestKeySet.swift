import Entitlements
import Synchronization
import TestSupport

@testable import Tokens

/// A key set whose documents the test provides, with a test clock.
final class TestKeySet: Sendable {
    private struct State {
        var published: [String: TestSigner]
        var failure: KeySetError?
        var fetches = 0
    }

    let time: TestClock
    private let state: Mutex<State>

    init(_ published: [String: TestSigner] = [:], time: TestClock = TestClock()) {
        self.time = time
        state = Mutex(State(published: published))
    }

    var fetches: Int { state.withLock { $0.fetches } }

    func publish(_ signers: [String: TestSigner]) {
        state.withLock { $0.published = signers }
    }

    func fail(with failure: KeySetError?) {
        state.withLock { $0.failure = failure }
    }

    /// A key set that fetches from here, slowly enough for simultaneous callers.
    func keySet() -> KeySet {
        KeySet(now: { [time] in time.instant }) { [self] () async throws(KeySetError) in
            let (published, failure) = state.withLock { state in
                state.fetches += 1
                return (state.published, state.failure)
            }
            for _ in 0..<20 { await Task.yield() }
            if let failure { throw failure }
            let keys = published.compactMap { name, signer in try? signer.jwk(name) }
            let body: JSONValue = ["keys": .array(keys)]
            return try await KeySetDocument(parsing: body.bytes, for: [.es256])
        }
    }
}

extension KeySet {
    /// The error for a kid, or nil.
    func refusal(of keyID: String) async -> TokenError? {
        do throws(TokenError) {
            _ = try await key(keyID)
            return nil
        } catch {
            return error
        }
    }
}
