import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird
import NIOCore

/// The common part of all lookups: the moment, the environment, and an answer with an ETag.
struct Lookup: Sendable {
    /// The moment in the request; nil means now, by the database's clock.
    let asOf: Timestamp?
    let environment: String
    /// All parameters, including those of the single lookup.
    let query: QueryParameters
    private let head: HTTPRequest

    init(_ request: APIRequest, alsoAllowing names: [String] = []) throws(Failure) {
        query = try request.query(allowing: ["as_of", "environment"] + names)
        asOf = try query.timestamp("as_of")
        environment = try query.environment()
        head = request.head
    }

    /// Whether the answer is the one that is stored: production's, at this moment.
    var isAboutNow: Bool { asOf == nil && environment == "production" }

    /// Returns the database's answer, a JSON object, with the app user and the moment added.
    ///
    /// If the request names no moment, `as_of` does not affect the ETag, so repeated requests get
    /// `304`. `isTransactionKnown` is the result of waiting for a transaction.
    func response(
        about appUserID: AppUserID, _ answer: Answer, isTransactionKnown: Bool? = nil
    ) -> Response {
        let told = isTransactionKnown.map { answer.json + $0.description.utf8 } ?? answer.json
        let tag = EntityTag(of: appUserID, environment, asOf, told)
        var headers: HTTPFields = [.eTag: tag.text, .cacheControl: "private, no-cache"]
        if tag.isNamed(in: head.headerFields) {
            return Response(status: .notModified, headers: headers)
        }
        var json = JSONWriter(
            reservingBytes: answer.json.count + appUserID.rawValue.utf8.count + 80)
        json.beginObject()
        json.name("app_user_id")
        json.string(appUserID.rawValue)
        json.name("as_of")
        json.timestamp(answer.asOf)
        json.members(ofJSON: answer.json)
        if let isTransactionKnown {
            json.name("is_transaction_known")
            json.bool(isTransactionKnown)
        }
        json.endObject()
        headers[.contentType] = "application/json"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}
