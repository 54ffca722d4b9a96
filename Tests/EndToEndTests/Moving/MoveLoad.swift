import Entitlements
import Synchronization
import TestSupport
import Testing

/// Webhooks and lookups that go on while a tenant moves, one after another, as RevenueCat and a
/// backend behind a proxy send them.
final class MoveLoad: Sendable {
    private let old: RunningHearth
    private let new: RunningHearth
    private let key: String
    private let state = Mutex(State())

    struct State {
        var isStopped = false
        /// App users whose purchase was acknowledged.
        var acknowledged: [String] = []
        var lookups = 0
        /// The codes of refusals, webhooks' and lookups'.
        var refused: Set<String> = []
        var refusedLookups: Set<String> = []
        /// Answers that no caller should get.
        var wrong: [String] = []
    }

    init(old: RunningHearth, new: RunningHearth, key: String) {
        self.old = old
        self.new = new
        self.key = key
    }

    var seen: State { state.withLock { $0 } }

    func stop() { state.withLock { $0.isStopped = true } }

    /// Sends webhooks until it is stopped; a refused one again.
    func deliver() async throws {
        var number = 0
        while !seen.isStopped, !Task.isCancelled {
            let person = "mover_\(number)"
            var answer = try await StandbyTests.deliver(person, to: old)
            if answer.text.contains("tenant_moved") {
                note(answer, lookup: false)
                answer = try await StandbyTests.deliver(person, to: new)
            }
            if answer.status == 200 {
                state.withLock { $0.acknowledged.append(person) }
                number += 1
            } else {
                note(answer, lookup: false)
            }
        }
    }

    /// Looks up the person acknowledged last until it is stopped.
    func look() async throws {
        while !seen.isStopped, !Task.isCancelled {
            guard let person = seen.acknowledged.last else {
                await Task.yield()
                continue
            }
            var answer = try await look(person, at: old)
            if answer.text.contains("tenant_moved") {
                note(answer, lookup: true)
                answer = try await look(person, at: new)
            }
            guard answer.status == 200 else {
                note(answer, lookup: true)
                continue
            }
            let plan = try JSONParser.parse(answer.body)["plan"]?.string
            state.withLock {
                $0.lookups += 1
                if plan != "plus" { $0.wrong.append("\(person): \(plan ?? "")") }
            }
        }
    }

    func look(_ person: String, at server: RunningHearth) async throws -> RawHTTPResponse {
        try await server.request(
            "GET", "/v1/users/\(person)/entitlements", authorization: "Bearer \(key)")
    }

    private func note(_ answer: RawHTTPResponse, lookup: Bool) {
        let code = (try? JSONParser.parse(answer.body)["code"]?.string) ?? answer.text
        let isRight =
            answer.status == 503 && answer["retry-after"] != nil && code.hasPrefix("tenant_mov")
        state.withLock {
            if !isRight { $0.wrong.append("\(answer.status) \(code)") }
            if lookup { $0.refusedLookups.insert(code) } else { $0.refused.insert(code) }
        }
    }
}
