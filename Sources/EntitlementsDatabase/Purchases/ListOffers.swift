package import Postgres

/// Returns a page of the offers that purchases used, by their codes, with counts.
package struct ListOffers: TenantCall {
    package static let function = "list_offers"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("page_limit", \.pageLimit),
        Parameter("after_offer_code", \.afterOfferCode),
        Parameter("environment", \.environment),
    ]
    package static let columns = [
        Column("offer_code", .text),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let offerCode: String
        /// JSON text.
        package let answer: [UInt8]
    }

    package let pageLimit: Int32
    package let afterOfferCode: String?
    package let environment: String

    package init(pageLimit: Int32, afterOfferCode: String?, environment: String) {
        self.pageLimit = pageLimit
        self.afterOfferCode = afterOfferCode
        self.environment = environment
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(offerCode: try row.next(), answer: try row.next(JSONText.self).bytes)
    }
}
