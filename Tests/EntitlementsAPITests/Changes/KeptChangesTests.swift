import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI
@testable import EntitlementsDatabase

@Suite("Changes kept in memory")
struct KeptChangesTests {
    @Test("begin after any change that is kept, or where they begin, whatever the numbers are")
    func numbers() {
        let kept = Self.kept([7, 8, 900], after: 5)
        #expect(kept.numbers(after: 5) == [7, 8, 900])
        #expect(kept.numbers(after: 7) == [8, 900])
        #expect(kept.numbers(after: 900) == [])
        for lost: Int64 in [4, 6, 9, 899, 901] { #expect(kept.numbers(after: lost) == nil) }
    }

    @Test("above the limit, begin after the newest that was dropped")
    func surplus() {
        let last = Int64(ChangeFeed.maximumKeptChanges) + 10
        let kept = Self.kept((1...last).map { $0 * 2 }, after: 0)
        #expect(kept.numbers(after: 20)?.first == 22)
        #expect(kept.numbers(after: 18) == nil)
    }

    @Test("take only what was read after the last")
    func late() {
        var kept = Self.kept([7], after: 5)
        let hasLate = kept.append([Self.change(8)], after: 5, readIn: 0)
        let hasNext = kept.append([Self.change(9)], after: 7, readIn: 0)
        #expect(!hasLate && hasNext)
        kept.forget()
        let hasForgotten = kept.append([Self.change(10)], after: 9, readIn: 0)
        #expect(!hasForgotten)
        #expect(kept.numbers(after: 9) == nil)
    }

    private static func kept(_ numbers: [Int64], after number: Int64) -> KeptChanges {
        var kept = KeptChanges()
        let hasBegun = kept.begin(after: number, readIn: 0)
        #expect(hasBegun && kept.numbers(after: number) == [])
        let isLonger = kept.append(numbers.map(change), after: number, readIn: 0)
        #expect(isLonger)
        return kept
    }

    private static func change(_ number: Int64) -> ListChanges.Row.Entry {
        ListChanges.Row.Entry(
            number: number, appUserID: AppUserID("u_1"), environment: .production, json: [])
    }
}

extension KeptChanges {
    fileprivate func numbers(after number: Int64) -> [Int64]? {
        changes(after: number, maximum: .max)?.map(\.number)
    }
}
