import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes
import NIOCore

/// The common part of all lookups: the moment, the environment, and an answer with an ETag.
struct Lookup: Sendable {
    /// The moment in the request; nil means now, by the database's clock.
    let asOf: Timestamp?
    /// Only what had been heard by then counts; nil means all that is known.
    let knownAt: Timestamp?
    let environment: String
    private let head: HTTPRequest

    init(_ request: APIRequest, asOf: Timestamp?, knownAt: Timestamp? = nil, environment: String) {
        self.asOf = asOf
        self.knownAt = knownAt
        self.environment = environment
        head = request.head
    }

    /// Creates a lookup about a subject; what was known then is not for a read key.
    init(
        _ request: APIRequest, of subject: Subject, asOf: Timestamp?, knownAt: Timestamp?,
        environment: String
    ) throws(Failure) {
        guard knownAt == nil || subject.actor.right.map({ $0 > .read }) == true else {
            throw Failure(.forbidden, "A read key cannot ask what was known earlier.")
        }
        self.init(request, asOf: asOf, knownAt: knownAt, environment: environment)
    }

    /// Whether the answer is the one that is stored: production's, at this moment.
    var isAboutNow: Bool { asOf == nil && knownAt == nil && environment == "production" }

    /// Returns the call that answers by what was known then; nil if all that is known counts.
    func recall(_ question: String, _ subjectID: String? = nil, of subject: Subject)
        -> RecallAccess?
    {
        knownAt.map {
            RecallAccess(
                question: question, appUserID: subject.appUserID, subjectID: subjectID,
                environment: environment, asOf: asOf, knownAt: $0)
        }
    }

    /// Returns the database's answer, a JSON object, with the app user and the moment added.
    ///
    /// If the request names no moment, `as_of` does not affect the ETag, so repeated requests get
    /// `304`. `isTransactionKnown` is the result of waiting for a transaction.
    func response(
        about appUserID: AppUserID, _ answer: Answer, isTransactionKnown: Bool? = nil
    ) -> Response {
        var told = isTransactionKnown.map { answer.json + $0.description.utf8 } ?? answer.json
        told += knownAt.map { Array($0.rfc3339.utf8) } ?? []
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
        if let knownAt {
            json.name("known_at")
            json.timestamp(knownAt)
        }
        json.members(ofJSON: answer.json)
        if let isTransactionKnown {
            json.name("is_transaction_known")
            json.bool(isTransactionKnown)
        }
        json.endObject()
        headers[.contentType] = "application/json"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(ByteBuffer(bytes: json.bytes)))
    }
}
