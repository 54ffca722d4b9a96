import Entitlements
import TestSupport
import Testing

/// Requests about households, with the tenant's secret key.
extension TestAPI {
    func post(
        _ operationID: String, _ target: String, _ body: JSONValue? = nil, key: String? = nil,
        headers: [(String, String)] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await send(
            operationID, "POST", target, key: key ?? secretKey,
            headers: headers + (body == nil ? [] : [("Content-Type", "application/json")]),
            body: body?.bytes ?? [], sourceLocation: sourceLocation)
    }

    func delete(
        _ operationID: String, _ target: String, key: String? = nil,
        headers: [(String, String)] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await send(
            operationID, "DELETE", target, key: key ?? secretKey, headers: headers,
            sourceLocation: sourceLocation)
    }

    /// Creates a household and returns its id.
    func found(
        _ owner: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let response = try await post(
            "createHousehold", "/v1/households", ["owner_app_user_id": .string(owner)],
            sourceLocation: sourceLocation)
        return try #require(
            try response.json["household_id"]?.string, sourceLocation: sourceLocation)
    }

    func invite(
        to household: String, headers: [(String, String)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await post(
            "createHouseholdInvite", "/v1/households/\(household)/invites", headers: headers,
            sourceLocation: sourceLocation)
    }

    /// Creates an invite and returns its code.
    func code(
        for household: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let response = try await invite(to: household, sourceLocation: sourceLocation)
        return try #require(
            try response.json["invite_code"]?.string, sourceLocation: sourceLocation)
    }

    func join(
        _ appUserID: String, by code: String, ignoringCooldown: Bool? = nil, key: String? = nil,
        headers: [(String, String)] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        var body: JSONValue = ["app_user_id": .string(appUserID), "code": .string(code)]
        if let ignoringCooldown {
            body = [
                "app_user_id": .string(appUserID), "code": .string(code),
                "ignore_cooldown": .bool(ignoringCooldown),
            ]
        }
        return try await post(
            "joinHousehold", "/v1/households/join", body, key: key, headers: headers,
            sourceLocation: sourceLocation)
    }

    /// Creates a household whose other members join by invites.
    func found(
        _ owner: String, with members: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let household = try await found(owner, sourceLocation: sourceLocation)
        for member in members {
            let code = try await code(for: household, sourceLocation: sourceLocation)
            let response = try await join(member, by: code, sourceLocation: sourceLocation)
            #expect(response.status == 200, sourceLocation: sourceLocation)
        }
        return household
    }

    func household(
        _ household: String, _ query: String = "", key: String? = nil,
        headers: [(String, String)] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await get(
            "getHousehold", "/v1/households/\(household)\(query)", key: key, headers: headers,
            sourceLocation: sourceLocation)
    }

    func leave(
        _ appUserID: String, _ household: String, _ query: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await delete(
            "removeHouseholdMember", "/v1/households/\(household)/members/\(appUserID)\(query)",
            sourceLocation: sourceLocation)
    }
}

extension RawHTTPResponse {
    var members: [String] {
        get throws {
            (try json["members"]?.array ?? []).compactMap { $0["app_user_id"]?.string }
        }
    }

    /// The status and code of a refusal: `404 invite_not_found`.
    var refusal: String {
        get throws { "\(status) \(try code ?? "no code")" }
    }
}

/// A fixed request id, so that whole answers can be compared.
let oneRequestID = [("X-Request-Id", "one")]
