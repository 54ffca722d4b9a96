import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Where a page of findings ended: the last household that was looked at.
///
/// Callers pass it back as they got it.
struct HouseholdFindingCursor {
    let householdID: UUID

    init(householdID: UUID) {
        self.householdID = householdID
    }

    init(reading text: String) throws(Failure) {
        guard let bytes = CursorText.bytes(hexadecimal: text[...]),
            bytes.count == MemoryLayout<uuid_t>.size
        else { throw CursorText.refusal }
        householdID = UUID(
            uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }

    var text: String {
        CursorText.hexadecimal(withUnsafeBytes(of: householdID.uuid, Array.init))
    }
}

extension ListHouseholdFindings.Row {
    var cursor: HouseholdFindingCursor { HouseholdFindingCursor(householdID: householdID) }
}
