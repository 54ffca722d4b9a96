import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Counts the purchases of each offer.
    static func listOffers(_ database: Database) -> Route {
        Route(
            "listOffers", .get, "/v1/admin/offers",
            .secret { request, tenant in
                let query = try request.query(allowing: ["environment", "limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let rows = try await database.call(
                    ListOffers(
                        pageLimit: limit + 1,
                        afterOfferCode: try query["cursor"].map(OfferCursor.init(reading:))?
                            .offerCode,
                        environment: try query.environment()),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

/// The end of a page of offers: its last code, encoded so that callers do not construct one.
private struct OfferCursor {
    let offerCode: String

    init(offerCode: String) { self.offerCode = offerCode }

    init(reading text: String) throws(Failure) {
        guard let bytes = Hexadecimal.bytes(text[...]), !bytes.isEmpty, !bytes.contains(0),
            let offerCode = String(validating: bytes, as: UTF8.self)
        else { throw CursorText.refusal }
        self.offerCode = offerCode
    }

    var text: String { Hexadecimal.text(offerCode.utf8) }
}

extension ListOffers.Row {
    fileprivate var cursor: OfferCursor { OfferCursor(offerCode: offerCode) }
}
