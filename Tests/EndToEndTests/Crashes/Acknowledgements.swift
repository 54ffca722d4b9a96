import Synchronization
import TestSupport

/// What the senders were promised, and what they were told instead.
final class Acknowledgements: Sendable {
    private let state = Mutex(State())

    struct State: Sendable {
        /// By the event's id: whose purchase it was.
        var appUserIDs: [String: String] = [:]
        /// How many answers of each status came.
        var answers: [Int: Int] = [:]
        /// Requests that got no whole answer.
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
    /// Posts one purchase after the other, each once to three times at once, until it is cancelled.
    ///
    /// What nobody acknowledged is sent again later, or given up.
    func send(
        as sender: Int, to installation: Installation, using random: SeededGenerator
    ) async {
        var random = random
        var number = 0
        var refused: [Delivery] = []
        while !Task.isCancelled {
            let isAgain = !refused.isEmpty && Bool.random(using: &random)
            if !isAgain { number += 1 }
            let delivery =
                isAgain ? refused.removeFirst() : Delivery(appUserID: "u_\(sender)_\(number)")
            let copies = Int.random(in: 1...3, using: &random)
            let isAcknowledged = await post(delivery, copies: copies, to: installation)
            guard !isAcknowledged else { continue }
            if Int.random(in: 0..<4, using: &random) > 0 { refused.append(delivery) }
            // A server that is away is asked again soon, but not a thousand times a second.
            _ = await eventually(withinSeconds: 1) { installation.server != nil }
        }
    }

    private func post(
        _ delivery: Delivery, copies: Int, to installation: Installation
    ) async -> Bool {
        guard let server = installation.server else { return false }
        return await withTaskGroup { group in
            for _ in 0..<copies {
                group.addTask { [self] in
                    let answer = try? await server.deliver(delivery)
                    record(answer, to: delivery)
                    return answer?.status == 200
                }
            }
            return await group.reduce(false) { $0 || $1 }
        }
    }
}
