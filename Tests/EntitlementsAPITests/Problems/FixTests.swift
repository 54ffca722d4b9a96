import Entitlements
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import EntitlementsAPI

/// A fix may name routes, fields, parameters, headers and keys of the tenant file.
///
/// `FixCommandTests` checks the commands and settings that it names.
@Suite("A fix is true on each route that has its code")
struct FixTests {
    private let contract: Contract
    private let routes: [Route]

    /// Every name of a field, a parameter, a header, an operation and a key of the tenant file.
    private let words: Set<String>

    init() async throws {
        contract = try Contract.shared()
        routes = try await TestAPI.routes()
        let file = try String(
            contentsOf: PackageRoot.url.appending(path: "examples/tenants/stockpot.yaml"),
            encoding: .utf8)
        words = Set(contract.names).union(Self.words(in: file))
    }

    @Test("each name in a fix exists, and a named route takes the same credential")
    func names() {
        var problems: Set<String> = []
        for route in routes {
            for code in contract.codes(of: route.operationID) {
                for name in Self.quoted(in: route.fix(code)) where !isKnown(name, on: route) {
                    problems.insert("\(route.operationID), \(code.rawValue): \(name)")
                }
            }
        }
        #expect(problems == [])
    }

    @Test("each fix of a route is for a code that the route has")
    func noneUnused() {
        for route in routes {
            let unused = Set(route.fixes.keys).subtracting(contract.codes(of: route.operationID))
            #expect(unused == [], "\(route.operationID)")
        }
    }

    @Test(
        "the test detects a name that does not exist, and a route of others",
        arguments: [
            ("Ask `GET /v1/users/{app_user_id}`.", "getEntitlements", true),
            ("Ask `GET /v1/users/{app_user_id}`.", "getMe", false),
            ("Ask `GET /v1/people`.", "getEntitlements", false),
            ("Wait until `retry_at`.", "getMe", true),
            ("Wait until `retry_by`.", "getMe", false),
            ("Raise `people: claims_per_30_days`.", "getMe", true),
            ("Raise `people: claims_per_month`.", "getMe", false),
            ("Wait for `Retry-After`.", "getMe", true), ("Wait for `Retry-By`.", "getMe", false),
        ])
    func detection(fix: String, operationID: String, isTrue: Bool) throws {
        let route = try #require(routes.first { $0.operationID == operationID })
        #expect(Self.quoted(in: fix).allSatisfy { isKnown($0, on: route) } == isTrue)
    }

    private func isKnown(_ name: String, on route: Route) -> Bool {
        if name.hasPrefix("hearth ") || name.hasPrefix("HEARTH_") { return true }
        if name.hasPrefix("Authorization: Bearer <") { return true }
        if TimeZone(identifier: name) != nil { return true }
        let parts = name.split(separator: " ")
        if parts.count == 2, parts[1].hasPrefix("/") {
            return routes.contains {
                $0.method.rawValue == parts[0] && $0.path.text == parts[1]
                    && $0.isForEndUsers == route.isForEndUsers
            }
        }
        if name.hasPrefix("/") { return routes.contains { $0.path.text.hasPrefix(name) } }
        return Self.words(in: name).allSatisfy(words.contains)
    }

    /// What a fix has between backticks.
    private static func quoted(in fix: String) -> [String] {
        fix.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    private static func words(in text: String) -> [String] {
        text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0))) }
            .map(String.init)
    }
}

extension Route {
    fileprivate var isForEndUsers: Bool {
        if case .endUser = access { true } else { false }
    }
}

extension Contract {
    /// The codes that an operation's description and examples have.
    func codes(of operationID: String) -> Set<ErrorCode> {
        guard let operation = operations.first(where: { $0.id == operationID }) else { return [] }
        var codes: Set<ErrorCode> = []
        for response in operation.description["responses"]?.object?.members ?? [] {
            let described = resolved(response.value)
            let quoted = described["description"]?.string?.split(separator: "`") ?? []
            codes.formUnion(quoted.compactMap { ErrorCode(rawValue: String($0)) })
            let problem = described["content"]?["application/problem+json"]?["example"]
            codes.formUnion([problem?["code"]?.string.flatMap(ErrorCode.init)].compactMap(\.self))
        }
        return codes
    }

    /// The names of all fields, parameters, headers and operations, and of headers of HTTP itself.
    fileprivate var names: [String] {
        var (names, open) = ([String](), [document])
        while let value = open.popLast() {
            if value["in"] != nil, let name = value["name"]?.string { names.append(name) }
            if let id = value["operationId"]?.string { names.append(id) }
            for part in ["properties", "headers"] {
                names += (value[part]?.object?.members ?? []).map(\.name)
            }
            open += (value.object?.members ?? []).map(\.value) + (value.array ?? [])
        }
        return names + ["true", "Allow", "Content-Type"]
    }
}
