import Deliveries
import FoundationEssentials
import Testing

@testable import EntitlementsDatabase
@testable import EntitlementsWorker

@Suite("A turn with an endpoint")
struct EndpointTurnTests {
    @Test("after a new change that this process could not send, no new one counts, and retries do")
    func gap() {
        let taken = [(3, false), (4, false), (7, true), (8, true), (9, true)].map { number, isNew in
            TakeDeliveries.Row(number: number, webhookID: "msg", change: [], isNew: isNew)
        }
        let sent = DeliveryOutcome(error: nil, httpStatus: 200, durationMilliseconds: 1)
        let counted = { (indices: [Int]) in
            EndpointTurn.attempts(
                taken, Dictionary(uniqueKeysWithValues: indices.map { ($0, sent) })
            ).map(\.number)
        }
        #expect(counted([0, 1, 2, 3, 4]) == [3, 4, 7, 8, 9])
        #expect(counted([1, 2, 4]) == [4, 7])
        #expect(counted([0, 3, 4]) == [3])
        #expect(counted([]) == [])
    }
}
