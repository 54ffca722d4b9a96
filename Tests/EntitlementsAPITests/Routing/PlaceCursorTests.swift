import Entitlements
import EntitlementsDatabase
import Testing

@testable import EntitlementsAPI

@Suite("The cursor of webhook events")
struct PlaceCursorTests {
    @Test("a written cursor is read", arguments: ["a", "é/\"b\"", "0123-4567"])
    func roundTrip(_ eventID: String) throws {
        let moment = try #require(Timestamp(microsecondsSinceEpoch: 1_795_255_200_000_001))
        let text = PlaceCursor(moment: moment, place: eventID).text
        let cursor = try PlaceCursor(reading: text)
        #expect(cursor.moment == moment)
        #expect(cursor.place == eventID)
        #expect(text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") })
    }

    @Test(
        "a malformed cursor is refused",
        arguments: [
            "", ".", "a", "a.", ".61", "!.61", "a.6", "a.6z", "a.00", "a.ff", "zzzzzzzzzzzzz.61",
        ])
    func refused(_ text: String) {
        let failure = #expect(throws: Failure.self) { try PlaceCursor(reading: text) }
        #expect(failure?.pointers.map(\.pointer) == ["/cursor"])
    }
}
