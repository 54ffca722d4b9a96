import Entitlements
import HTTPTypes
import Testing

@testable import EntitlementsAPI

@Suite("Errors are problem documents")
struct ProblemTests {
    private let id = RequestID(accepting: "request-1")

    @Test("a problem has its type, title, status, detail, fix, request and code")
    func body() throws {
        let problem = Failure(.appUserNotFound, "Nobody \"here\".").problem(requestID: id)
        #expect(problem.status == .notFound)
        #expect(problem.headers[.contentType] == "application/problem+json")
        #expect(problem.headers[.contentLength] == String(problem.body.count))
        #expect(
            String(decoding: problem.body, as: UTF8.self)
                == #"{"type":"/errors/app_user_not_found","title":"No app user has this id","#
                + #""status":404,"detail":"Nobody \"here\".","#
                + #""fix":"\#(ErrorCode.appUserNotFound.fix)","instance":"request-1","#
                + #""code":"app_user_not_found"}"#)
    }

    @Test("field problems are listed")
    func pointers() throws {
        let failure = Failure(
            .validationFailed, "Wrong.",
            pointers: [FieldProblem(pointer: "/checks/0", detail: "Expected an object.")])
        let json = try JSONParser.parse(failure.problem(requestID: id).body)
        #expect(json["errors"]?.array?.count == 1)
        #expect(json["errors"]?.array?.first?["pointer"]?.string == "/checks/0")
    }

    @Test("every code has its status, and Retry-After or WWW-Authenticate if needed")
    func everyCode() throws {
        for code in ErrorCode.allCases {
            let problem = Failure(code, "Why.").problem(requestID: id)
            #expect(problem.status.code == code.httpStatus)
            let asksToRepeat =
                [429, 503].contains(code.httpStatus) && ![.limitReached, .readOnly].contains(code)
            #expect((problem.headers[.retryAfter] != nil) == asksToRepeat)
            #expect((problem.headers[.wwwAuthenticate] != nil) == (code.httpStatus == 401))
            #expect(problem.headers[.requestID] == "request-1")
        }
    }

    @Test("a failure's own Retry-After is used")
    func retryAfter() {
        let failure = Failure(.overloaded, "Busy.", retryAfterSeconds: 7)
        #expect(failure.problem(requestID: id).headers[.retryAfter] == "7")
    }

    @Test("a reached limit has no Retry-After, although it says when it resets")
    func reachedLimit() {
        let failure = Failure(.limitReached, "Enough.", retryAfterSeconds: 706_975)
        #expect(failure.problem(requestID: id).headers[.retryAfter] == nil)
    }
}

@Suite("Requests have ids")
struct RequestIDTests {
    @Test("a safe id is kept", arguments: ["a", "A-b_c.9", String(repeating: "a", count: 128)])
    func kept(_ name: String) {
        #expect(RequestID(accepting: name).text == name)
    }

    @Test(
        "any other id is replaced by 128 random bits",
        arguments: [nil, "", "a b", "a\nb", "é", "a/b", String(repeating: "a", count: 129)])
    func replaced(_ name: String?) {
        let made = RequestID(accepting: name).text
        #expect(made.count == 32)
        #expect(made.allSatisfy { "0123456789abcdef".contains($0) })
        #expect(made != RequestID(accepting: name).text)
    }
}
