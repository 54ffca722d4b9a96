import Entitlements
import TestSupport
import Testing

@testable import Tokens

@Suite("Fetching an issuer's keys", .timeLimit(.minutes(5)))
struct KeySetTests {
    private static let signer = TestSigner.newES256()

    @Test("simultaneous callers share a fetch, which is valid for an hour")
    func shared() async {
        let issuer = TestKeySet(["a": Self.signer])
        let keySet = issuer.keySet()
        let refusals = await withTaskGroup(of: TokenError?.self) { group in
            for _ in 0..<50 { group.addTask { await keySet.refusal(of: "a") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(refusals == Array(repeating: nil, count: 50))
        issuer.time.advance(by: .seconds(3_599))
        #expect(await keySet.refusal(of: "a") == nil)
        #expect(issuer.fetches == 1)
        issuer.time.advance(by: .seconds(1))
        #expect(await keySet.refusal(of: "a") == nil)
        #expect(issuer.fetches == 2)
    }

    @Test("a new key is valid at once, and an old one while it is listed")
    func rotated() async {
        let issuer = TestKeySet(["a": Self.signer])
        let keySet = issuer.keySet()
        #expect(await keySet.refusal(of: "a") == nil)
        issuer.publish(["a": Self.signer, "b": .newES256()])
        #expect(await keySet.refusal(of: "b") == nil)
        #expect(await keySet.refusal(of: "a") == nil)
        #expect(issuer.fetches == 2)
        issuer.publish(["b": .newES256(), "c": .newES256()])
        #expect(await keySet.refusal(of: "c") == nil)
        #expect(await keySet.refusal(of: "a") == .unknownKey)
    }

    @Test("many unknown kids cause one fetch in five minutes")
    func flooded() async {
        let issuer = TestKeySet(["a": Self.signer])
        let keySet = issuer.keySet()
        for second in 0..<3_600 {
            #expect(await keySet.refusal(of: "none-\(second)") == .unknownKey)
            if second.isMultiple(of: 60) { #expect(await keySet.refusal(of: "a") == nil) }
            issuer.time.advance(by: .seconds(1))
        }
        #expect(issuer.fetches == 12)
    }

    @Test("many simultaneous unknown kids cause one fetch")
    func floodedAtOnce() async {
        let issuer = TestKeySet(["a": Self.signer])
        let keySet = issuer.keySet()
        #expect(await keySet.refusal(of: "a") == nil)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    #expect(await keySet.refusal(of: "none-\(number)") == .unknownKey)
                }
            }
        }
        #expect(issuer.fetches == 2)
    }

    @Test("if a fetch fails, cached keys stay valid for a day")
    func stale() async {
        let issuer = TestKeySet(["a": Self.signer])
        let keySet = issuer.keySet()
        #expect(await keySet.refusal(of: "a") == nil)
        issuer.fail(with: .status(503))
        issuer.time.advance(by: .seconds(86_399))
        #expect(await keySet.refusal(of: "a") == nil)
        #expect(await keySet.refusal(of: "b") == .unknownKey)
        issuer.time.advance(by: .seconds(1))
        #expect(await keySet.refusal(of: "a") == .keysUnavailable)
        issuer.time.advance(by: .seconds(10))
        issuer.fail(with: nil)
        #expect(await keySet.refusal(of: "a") == nil)
    }

    @Test("after a failure there is no fetch for ten seconds")
    func backedOff() async {
        let issuer = TestKeySet(["a": Self.signer])
        issuer.fail(with: .malformed)
        let keySet = issuer.keySet()
        for _ in 0..<20 {
            #expect(await keySet.refusal(of: "a") == .keysUnavailable)
            issuer.time.advance(by: .seconds(1))
        }
        #expect(issuer.fetches == 2)
        issuer.fail(with: nil)
        issuer.time.advance(by: .seconds(10))
        #expect(await keySet.refusal(of: "a") == nil)
    }

    @Test("after a cancelled caller the next one gets the keys")
    func cancelled() async {
        let issuer = TestKeySet(["a": Self.signer])
        let keySet = issuer.keySet()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = await keySet.refusal(of: "a") }
            group.cancelAll()
        }
        #expect(await keySet.refusal(of: "a") == nil)
    }

    @Test("tokens of the old and the new key are valid during a rotation under load")
    func rotatedUnderLoad() async throws {
        let issuer = try TestIssuer(.curve)
        let keys = (0..<4).map { ("key-\($0)", TestSigner.newES256()) }
        let published = TestKeySet(Dictionary(uniqueKeysWithValues: keys.prefix(1)))
        let verifier = TokenVerifier(issuers: [
            await TokenVerifier.Issuer(issuer.policy, secrets: [], keySet: published.keySet())
        ])
        for step in 0..<keys.count {
            // An issuer lists a key before signing with it, and keeps the previous one for a while.
            let listed = keys[max(0, step - 1)...step]
            published.publish(Dictionary(uniqueKeysWithValues: listed.map { ($0.0, $0.1) }))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    let (name, signer) = listed[
                        listed.index(
                            listed.startIndex, offsetBy: number % listed.count)]
                    group.addTask {
                        let token = try issuer.draft {
                            $0.header["kid"] = .string(name)
                            $0.signer = signer
                        }.token()
                        _ = try await verifier.believed(token)
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(published.fetches == keys.count)
    }
}
