/// Every cause an answer can have for not being the one asked for.
///
/// The raw value is the stable `code` of the HTTP contract and the message that SQL raises; the
/// list is the same in SQL, Swift and `openapi.yaml`, and a tidy test holds the three together.
package enum ErrorCode: String, CaseIterable, Sendable {
    case malformedJSON = "malformed_json"
    case invalidEvent = "invalid_event"
    case invalidRequest = "invalid_request"
    case unauthorized = "unauthorized"
    case forbidden = "forbidden"
    case notFound = "not_found"
    case appUserNotFound = "app_user_not_found"
    case entitlementNotInCatalog = "entitlement_not_in_catalog"
    case featureNotInCatalog = "feature_not_in_catalog"
    case tenantNotFound = "tenant_not_found"
    case webhookEventNotFound = "webhook_event_not_found"
    case apiKeyNotFound = "api_key_not_found"
    case runNotFound = "run_not_found"
    case runInProgress = "run_in_progress"
    case apiKeyExists = "api_key_exists"
    case householdNotFound = "household_not_found"
    case householdMemberNotFound = "household_member_not_found"
    case householdDissolved = "household_dissolved"
    case householdFull = "household_full"
    case alreadyInHousehold = "already_in_household"
    case ownerMustTransfer = "owner_must_transfer"
    case cooldown = "cooldown"
    case inviteNotFound = "invite_not_found"
    case inviteExpired = "invite_expired"
    case idempotencyKeyInUse = "idempotency_key_in_use"
    case idempotencyKeyReused = "idempotency_key_reused"
    case methodNotAllowed = "method_not_allowed"
    case requestTimeout = "request_timeout"
    case payloadTooLarge = "payload_too_large"
    case uriTooLong = "uri_too_long"
    case unsupportedMediaType = "unsupported_media_type"
    case misdirectedRequest = "misdirected_request"
    case validationFailed = "validation_failed"
    case catalogInvalid = "catalog_invalid"
    case snapshotMalformed = "snapshot_malformed"
    case `internal` = "internal"
    case upstreamNotConfigured = "upstream_not_configured"
    case upstreamBudgetSpent = "upstream_budget_spent"
    case upstreamUnavailable = "upstream_unavailable"
    case databaseUnavailable = "database_unavailable"
    case overloaded = "overloaded"
}

extension ErrorCode {
    /// The status an answer with this code carries.
    package var httpStatus: Int {
        switch self {
        case .malformedJSON, .invalidEvent, .invalidRequest: 400
        case .unauthorized: 401
        case .forbidden: 403
        case .notFound, .appUserNotFound, .entitlementNotInCatalog, .featureNotInCatalog,
            .tenantNotFound, .webhookEventNotFound, .apiKeyNotFound, .householdNotFound,
            .householdMemberNotFound, .inviteNotFound, .runNotFound:
            404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .apiKeyExists, .householdDissolved, .householdFull, .alreadyInHousehold,
            .ownerMustTransfer, .cooldown, .idempotencyKeyInUse, .upstreamNotConfigured,
            .runInProgress:
            409
        case .inviteExpired: 410
        case .payloadTooLarge: 413
        case .uriTooLong: 414
        case .unsupportedMediaType: 415
        case .misdirectedRequest: 421
        case .validationFailed, .catalogInvalid, .snapshotMalformed, .idempotencyKeyReused: 422
        case .internal: 500
        case .upstreamBudgetSpent, .upstreamUnavailable, .databaseUnavailable, .overloaded: 503
        }
    }

    /// What the code means, in words that never change from one occurrence to the next.
    package var title: String {
        switch self {
        case .malformedJSON: "The body is not well-formed JSON"
        case .invalidEvent: "The body is not a RevenueCat event"
        case .invalidRequest: "The request cannot be understood"
        case .unauthorized: "The credential is missing or wrong"
        case .forbidden: "The credential does not allow this"
        case .notFound: "There is nothing at this address"
        case .appUserNotFound: "No app user has this id"
        case .entitlementNotInCatalog: "The catalog has no such entitlement"
        case .featureNotInCatalog: "The catalog has no such feature"
        case .tenantNotFound: "There is no such tenant"
        case .webhookEventNotFound: "There is no such webhook event"
        case .apiKeyNotFound: "There is no such API key"
        case .runNotFound: "There is no such run"
        case .runInProgress: "Another run goes on"
        case .methodNotAllowed: "The method is not allowed here"
        case .requestTimeout: "The request took too long to arrive"
        case .apiKeyExists: "Another key has this id"
        case .householdNotFound: "There is no such household"
        case .householdMemberNotFound: "Nobody of this id is in the household"
        case .householdDissolved: "The household was dissolved"
        case .householdFull: "The household is full"
        case .alreadyInHousehold: "This person is in a household already"
        case .ownerMustTransfer: "The owner cannot leave the household"
        case .cooldown: "It is too soon to join"
        case .inviteNotFound: "There is no such invite"
        case .inviteExpired: "The invite has expired"
        case .idempotencyKeyInUse: "The first request with this key is not answered yet"
        case .idempotencyKeyReused: "The key came with another request before"
        case .payloadTooLarge: "The body is too large"
        case .uriTooLong: "The address is too long"
        case .unsupportedMediaType: "The media type is not supported"
        case .misdirectedRequest: "This server does not answer for that host"
        case .validationFailed: "The request has invalid values"
        case .catalogInvalid: "The tenant file has problems"
        case .snapshotMalformed: "What RevenueCat answered cannot be read"
        case .internal: "Something went wrong on our side"
        case .upstreamNotConfigured: "The tenant's people are not read back"
        case .upstreamBudgetSpent: "RevenueCat may not be asked again so soon"
        case .upstreamUnavailable: "RevenueCat cannot be read"
        case .databaseUnavailable: "The database cannot be reached"
        case .overloaded: "The server has too much to do"
        }
    }
}
