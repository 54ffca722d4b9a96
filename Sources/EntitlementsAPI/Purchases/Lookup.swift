import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird
import NIOCore

/// What every lookup has in common: the moment and the environment it is about, and an answer that
/// a caller may keep for as long as we say it is unchanged.
struct Lookup: Sendable {
    /// The moment the caller named; nil for now, by the database's clock.
    let asOf: Timestamp?
    let environment: String
    /// Every parameter, those of the one lookup too.
    let query: QueryParameters
    private let head: HTTPRequest

    init(_ request: APIRequest, alsoAllowing names: [String] = []) throws(Failure) {
        query = try request.query(allowing: ["as_of", "environment"] + names)
        asOf = try query.timestamp("as_of")
        environment = try query.environment()
        head = request.head
    }

    /// The answer of the database, an object, with the person and the moment in front.
    ///
    /// Two answers that differ only in a moment nobody asked for carry the same tag: a caller who
    /// asks again and again about now is told that nothing changed.
    /// Who waited for a transaction is told what came of that.
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
