import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Counts the purchases of each offer.
    static func listOffers(_ database: Database) -> Route {
        Route(
            "listOffers", .get, "/v1/admin/offers",
            .secret { request, tenant in
                let asked = try ListOffersRequest(reading: request)
                let rows = try await database.call(
                    ListOffers(
                        pageLimit: asked.limit + 1,
                        afterOfferCode: try asked.cursor.map(OfferCursor.init(reading:))?
                            .offerCode,
                        environment: asked.environment),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
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
