import Testing

@testable import EntitlementsWorker

@Suite("The ledger of turns")
struct TurnLedgerTests {
    @Test("a turn that gives way leaves its place, and counts as what it has under way")
    func givesWay() {
        let ledger = TurnLedger()
        let turns = (0..<32).map { _ in ledger.begin(in: .quick) }
        #expect(ledger.room(in: .quick) == 0)
        #expect(ledger.room(in: .new) == 32)
        #expect(ledger.room(in: .slow) == 16)
        for turn in turns { ledger.giveWay(turn, deliveries: 8) }
        #expect(ledger.room(in: .quick) == 32)
        let more = (0..<31).map { _ in ledger.begin(in: .quick) }
        for turn in more { ledger.giveWay(turn, deliveries: 8) }
        // 63 turns have 504 of the 512 deliveries.
        #expect(ledger.room(in: .quick) == 1)
        ledger.giveWay(turns[0], deliveries: 1)
        #expect(ledger.room(in: .quick) == 1)
        ledger.giveWay(turns[0], deliveries: 0)
        #expect(ledger.room(in: .quick) == 2)
        for turn in more { ledger.end(turn) }
        #expect(ledger.room(in: .quick) == 32)
    }

    @Test("first contacts are counted one by one, and never go beyond their room")
    func firstContacts() {
        let ledger = TurnLedger()
        var begun = 0
        while case let room = ledger.room(in: .new), room > 0, begun <= 256 {
            #expect(room <= 32)
            for _ in 0..<room {
                ledger.giveWay(ledger.begin(in: .new), deliveries: 1)
            }
            begun += room
        }
        #expect(begun == 256)
    }
}
