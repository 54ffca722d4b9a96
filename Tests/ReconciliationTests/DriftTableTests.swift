import Entitlements
import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@testable import EntitlementsDatabase

@Suite("Drift as a table")
struct DriftTableTests {
    @Test("a row has a cell for each column, empty if unknown")
    func columns() throws {
        let purchaseID = try #require(UUID(uuidString: "6F1C3C0E-52D5-4B8E-9F0A-3D9F6C1F7A10"))
        #expect(
            DriftTable.csv(
                .found(purchaseID: purchaseID, product: "plus", before: "{}", after: "{}"))
                == "2026-12-01T10:00:00.000Z,u_1,6f1c3c0e-52d5-4b8e-9f0a-3d9f6c1f7a10,production,"
                + "plus,missed_event,true,{},{}\r\n")
        #expect(
            DriftTable.csv(.found(environment: nil, isAffected: false))
                == "2026-12-01T10:00:00.000Z,u_1,,,,missed_event,false,,\r\n")
        #expect(
            DriftTable.csvHeader == "found_at,app_user_id,purchase_id,environment,product_id,"
                + "cause,access_affected,before,after\r\n")
    }

    @Test(
        "special characters are quoted, and quotes doubled",
        arguments: [
            "a,b", "a\"b", "\"", "\"\"", "a\rb", "a\nb", "a\r\nb", ",\u{301}", "\"\u{301},\"",
            "\r\n\u{301}", "ü,🏠\u{200D}\"", " a ", "",
        ])
    func quoted(id: String) {
        let text = DriftTable.csv(.found(id, before: #"{"a": "b"}"#))
        let cells = RFC4180.cells(of: text)
        #expect(cells.count == 9)
        let isFormula = ["\r", "\n"].contains(id.unicodeScalars.first)
        #expect(cells.dropFirst().first == (isFormula ? "'" : "") + id)
        #expect(cells.dropFirst(7).first == #"{"a": "b"}"#)
    }

    @Test("other text has no quotes")
    func plain() {
        #expect(DriftTable.csv(.found("ü ' ; 🏠")).contains(",ü ' ; 🏠,"))
    }

    @Test(
        "a formula is escaped, even behind combining characters",
        arguments: ["=1+1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", "=\u{301}", "@\u{FE0F}a"])
    func formulas(id: String) {
        let cells = RFC4180.cells(of: DriftTable.csv(.found(id)))
        #expect(
            cells.dropFirst().first.map { Array($0.unicodeScalars) }
                == Array("'".unicodeScalars) + Array(id.unicodeScalars))
        #expect(DriftTable.csv(.found("a\(id)")).contains("'") == false)
    }
}

extension ListDrift.Row {
    /// A difference: an unknown purchase, unless another cause is given.
    fileprivate static func found(
        _ appUserID: String = "u_1", purchaseID: UUID? = nil, environment: String? = "production",
        product: String? = nil, before: String? = nil, after: String? = nil,
        cause: String = "missed_event", isAffected: Bool = true
    ) -> ListDrift.Row {
        ListDrift.Row(
            driftID: UUID(), appUserID: AppUserID(appUserID), purchaseID: purchaseID,
            environment: environment, productID: product,
            before: before.map { Array($0.utf8) }, after: after.map { Array($0.utf8) },
            accessAffected: isAffected, cause: cause, foundAt: "2026-12-01T10:00:00Z")
    }
}

/// A CSV reader by RFC 4180, over Unicode scalars instead of characters.
private enum RFC4180 {
    /// The cells of the only record, or none for any other text.
    static func cells(of text: String) -> [String] {
        var cells = [String.UnicodeScalarView()]
        var rest = Substring(text).unicodeScalars
        var isQuoted = false
        while let scalar = rest.popFirst() {
            let isEmpty = cells[cells.count - 1].isEmpty
            switch (scalar, isQuoted) {
            case ("\"", true) where rest.first == "\"":
                cells[cells.count - 1].append(scalar)
                rest.removeFirst()
            case ("\"", true): isQuoted = false
            case ("\"", false) where isEmpty: isQuoted = true
            case (",", false): cells.append(String.UnicodeScalarView())
            case ("\r", false):
                return rest.elementsEqual("\n".unicodeScalars)
                    ? cells.map { String($0) } : []
            case ("\"", false), ("\n", false): return []
            default: cells[cells.count - 1].append(scalar)
            }
        }
        return []
    }
}
