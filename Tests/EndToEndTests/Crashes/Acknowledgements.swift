import Synchronization
import TestSupport

/// The acknowledged events, and all other answers.
final class Acknowledgements: Sendable {
    private let state = Mutex(State())

    struct State: Sendable {
        /// The app user of each acknowledged event, by the event's id.
        var appUserIDs: [String: String] = [:]
        var answers: [Int: Int] = [:]
        /// The number of requests without a whole answer.
        var unanswered = 0
    }

    var all: State { state.withLock { $0 } }

    var count: Int { state.withLock { $0.appUserIDs.count } }

    func record(_ answer: RawHTTPResponse?, to delivery: Delivery) {
        state.withLock { state in
            guard let answer else { return state.unanswered += 1 }
            state.answers[answer.status, default: 0] += 1
            guard answer.status == 200 else { return }
            state.appUserIDs[delivery.eventID] = delivery.appUserID
        }
    }
}

extension Acknowledgements {
    private static let purchasesAtOnce = 16

    /// Posts bursts of purchases until it is cancelled, each purchase one to three times, so that
    /// the server takes them as sets.
    ///
    /// An unacknowledged purchase is sent again later, or given up.
    func send(
        as sender: Int, to installation: Installation, using random: SeededGenerator
    ) async {
        var random = random
        var number = 0
        var refused: [Delivery] = []
        while !Task.isCancelled {
            var burst: [(delivery: Delivery, copies: Int)] = []
            for _ in 0..<Int.random(in: 1...Self.purchasesAtOnce, using: &random) {
                let isAgain = !refused.isEmpty && Bool.random(using: &random)
                if !isAgain { number += 1 }
                let delivery =
                    isAgain ? refused.removeFirst() : Delivery(appUserID: "u_\(sender)_\(number)")
                burst.append((delivery, Int.random(in: 1...3, using: &random)))
            }
            let acknowledged = await post(burst, to: installation)
            let others = burst.map(\.delivery).filter { !acknowledged.contains($0.eventID) }
            guard !others.isEmpty else { continue }
            for delivery in others where Int.random(in: 0..<4, using: &random) > 0 {
                refused.append(delivery)
            }
            // Waits for a stopped server, but not in a busy loop.
            _ = await eventually(withinSeconds: 1) { installation.server != nil }
        }
    }

    /// Returns the ids of the events acknowledged at least once.
    private func post(
        _ burst: [(delivery: Delivery, copies: Int)], to installation: Installation
    ) async -> Set<String> {
        guard let server = installation.server else { return [] }
        return await withTaskGroup { group in
            for (delivery, copies) in burst {
                for _ in 0..<copies {
                    group.addTask { [self] in
                        let answer = try? await server.deliver(delivery)
                        record(answer, to: delivery)
                        return answer?.status == 200 ? delivery.eventID : nil
                    }
                }
            }
            return await group.reduce(into: []) { if let id = $1 { $0.insert(id) } }
        }
    }
}
