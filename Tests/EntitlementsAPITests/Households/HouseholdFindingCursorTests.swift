import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Testing

@testable import EntitlementsAPI

@Suite("The cursor of household findings")
struct HouseholdFindingCursorTests {
    @Test("a written cursor is read")
    func roundTrip() throws {
        let id = UUID()
        let text = HouseholdFindingCursor(householdID: HouseholdID(id)).text
        #expect(try HouseholdFindingCursor(reading: text).householdID.uuid == id)
        #expect(text.utf8.count == 32)
    }

    @Test(
        "a malformed cursor is refused",
        arguments: ["", "0", "6f1c3c0e52d54b8e9f0a3d9f6c1f7a", "zf1c3c0e52d54b8e9f0a3d9f6c1f7a10"])
    func refused(_ text: String) {
        let failure = #expect(throws: Failure.self) { try HouseholdFindingCursor(reading: text) }
        #expect(failure?.pointers.map(\.pointer) == ["/cursor"])
    }
}
