import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// The end of a page of findings: the last household that was checked.
///
/// Opaque to callers.
struct HouseholdFindingCursor {
    let householdID: HouseholdID

    init(householdID: HouseholdID) {
        self.householdID = householdID
    }

    init(reading text: String) throws(Failure) {
        guard let bytes = Hexadecimal.bytes(text[...]),
            bytes.count == MemoryLayout<uuid_t>.size
        else { throw CursorText.refusal }
        householdID = HouseholdID(
            UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    }

    var text: String {
        Hexadecimal.text(withUnsafeBytes(of: householdID.uuid.uuid, Array.init))
    }
}

extension ListHouseholdFindings.Row {
    var cursor: HouseholdFindingCursor { HouseholdFindingCursor(householdID: householdID) }
}
