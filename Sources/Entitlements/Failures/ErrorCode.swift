/// The reasons why a request is refused or fails.
///
/// The raw value is the stable `code` of the HTTP contract and the message that SQL raises. A tidy
/// test keeps the list equal in SQL, Swift and `openapi.yaml`.
package enum ErrorCode: String, CaseIterable, Sendable {
    case malformedJSON = "malformed_json"
    case invalidEvent = "invalid_event"
    case invalidRequest = "invalid_request"
    case unauthorized = "unauthorized"
    case tokenSuperseded = "token_superseded"
    case forbidden = "forbidden"
    case notFound = "not_found"
    case appUserNotFound = "app_user_not_found"
    case entitlementNotInCatalog = "entitlement_not_in_catalog"
    case featureNotInCatalog = "feature_not_in_catalog"
    case limitNotInCatalog = "limit_not_in_catalog"
    case limitReached = "limit_reached"
    case reservationNotFound = "reservation_not_found"
    case reservationReleased = "reservation_released"
    case reservationExpired = "reservation_expired"
    case creditNotInCatalog = "credit_not_in_catalog"
    case creditOrderNotFound = "credit_order_not_found"
    case creditOrderSettled = "credit_order_settled"
    case notEnoughCredits = "not_enough_credits"
    case referenceReused = "reference_reused"
    case tenantNotFound = "tenant_not_found"
    case webhookEventNotFound = "webhook_event_not_found"
    case apiKeyNotFound = "api_key_not_found"
    case tokenIssuerNotFound = "token_issuer_not_found"
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
    case notAnonymous = "not_anonymous"
    case notIdentified = "not_identified"
    case identifyRequired = "identify_required"
    case proofRequired = "proof_required"
    case proofInvalid = "proof_invalid"
    case mergeConflict = "merge_conflict"
    case mergeNotFound = "merge_not_found"
    case orphanNotFound = "orphan_not_found"
    case claimExpired = "claim_expired"
    case purchaseMovedTooOften = "purchase_moved_too_often"
    case tooManyAttempts = "too_many_attempts"
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
    case upstreamUnreadable = "upstream_unreadable"
    case projectNotRecognised = "project_not_recognised"
    case upstreamBudgetSpent = "upstream_budget_spent"
    case upstreamUnavailable = "upstream_unavailable"
    case databaseUnavailable = "database_unavailable"
    case overloaded = "overloaded"
}

extension ErrorCode {
    /// The HTTP status of an answer with this code.
    package var httpStatus: Int {
        switch self {
        case .malformedJSON, .invalidEvent, .invalidRequest: 400
        case .unauthorized, .tokenSuperseded: 401
        case .forbidden, .proofRequired, .proofInvalid: 403
        case .notFound, .appUserNotFound, .entitlementNotInCatalog, .featureNotInCatalog,
            .tenantNotFound, .webhookEventNotFound, .apiKeyNotFound, .householdNotFound,
            .householdMemberNotFound, .inviteNotFound, .runNotFound, .mergeNotFound,
            .orphanNotFound, .tokenIssuerNotFound, .limitNotInCatalog, .reservationNotFound,
            .creditNotInCatalog, .creditOrderNotFound:
            404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .apiKeyExists, .householdDissolved, .householdFull, .alreadyInHousehold,
            .ownerMustTransfer, .cooldown, .idempotencyKeyInUse, .upstreamNotConfigured,
            .runInProgress, .notAnonymous, .notIdentified, .identifyRequired, .mergeConflict,
            .purchaseMovedTooOften, .reservationReleased, .notEnoughCredits,
            .projectNotRecognised, .creditOrderSettled:
            409
        case .inviteExpired, .claimExpired, .reservationExpired: 410
        case .payloadTooLarge: 413
        case .uriTooLong: 414
        case .unsupportedMediaType: 415
        case .misdirectedRequest: 421
        case .validationFailed, .catalogInvalid, .snapshotMalformed, .idempotencyKeyReused,
            .referenceReused:
            422
        case .tooManyAttempts, .limitReached: 429
        case .internal: 500
        case .upstreamUnreadable: 502
        case .upstreamBudgetSpent, .upstreamUnavailable, .databaseUnavailable, .overloaded: 503
        }
    }

    /// The meaning of the code, in constant words.
    package var title: String { Self.titles[self] ?? rawValue }

    private static let titles: [ErrorCode: String] = [
        .malformedJSON: "The body is not well-formed JSON",
        .invalidEvent: "The body is not a RevenueCat event",
        .invalidRequest: "The request cannot be understood",
        .unauthorized: "The credential is missing or wrong",
        .tokenSuperseded: "The anonymous app user of this token has been identified",
        .forbidden: "The credential does not allow this",
        .notFound: "There is nothing at this address",
        .appUserNotFound: "No app user has this id",
        .entitlementNotInCatalog: "The catalog has no such entitlement",
        .featureNotInCatalog: "The catalog has no such feature",
        .limitNotInCatalog: "The catalog has no such limit",
        .limitReached: "The limit is reached",
        .reservationNotFound: "There is no such reservation",
        .reservationReleased: "The reservation was released",
        .reservationExpired: "The reservation has expired",
        .creditNotInCatalog: "The catalog has no such credit",
        .creditOrderNotFound: "There is no such credit order",
        .creditOrderSettled: "The credit order is already settled",
        .notEnoughCredits: "There are not enough credits",
        .referenceReused: "The reference was used with another amount",
        .tenantNotFound: "There is no such tenant",
        .webhookEventNotFound: "There is no such webhook event",
        .tokenIssuerNotFound: "The tenant has no such token issuer",
        .apiKeyNotFound: "There is no such API key",
        .runNotFound: "There is no such run",
        .runInProgress: "Another run is in progress",
        .methodNotAllowed: "The method is not allowed here",
        .requestTimeout: "The request took too long to arrive",
        .apiKeyExists: "Another key has this id",
        .householdNotFound: "There is no such household",
        .householdMemberNotFound: "The household has no such member",
        .householdDissolved: "The household was dissolved",
        .householdFull: "The household is full",
        .alreadyInHousehold: "The app user is already in a household",
        .ownerMustTransfer: "The owner cannot leave the household",
        .cooldown: "It is too soon to join",
        .inviteNotFound: "There is no such invite",
        .inviteExpired: "The invite has expired",
        .notAnonymous: "The id belongs to an identified app user",
        .notIdentified: "No identified app user has this id",
        .identifyRequired: "The id is anonymous and must be identified",
        .proofRequired: "A proof is missing",
        .proofInvalid: "The proof is wrong",
        .mergeConflict: "The two app users cannot be merged",
        .mergeNotFound: "There is no such merge",
        .orphanNotFound: "There is no such orphan, or the proof is wrong",
        .claimExpired: "The orphan is too old to be claimed",
        .purchaseMovedTooOften: "The purchase changed owner too often",
        .tooManyAttempts: "There were too many attempts",
        .idempotencyKeyInUse: "The first request with this key is not answered yet",
        .idempotencyKeyReused: "The key was used for a different request",
        .payloadTooLarge: "The body is too large",
        .uriTooLong: "The address is too long",
        .unsupportedMediaType: "The media type is not supported",
        .misdirectedRequest: "This server does not serve that host",
        .validationFailed: "The request has invalid values",
        .catalogInvalid: "The tenant file has problems",
        .snapshotMalformed: "The snapshot from RevenueCat is malformed",
        .internal: "Something went wrong on our side",
        .upstreamNotConfigured: "The tenant has no RevenueCat API key",
        .upstreamUnreadable: "RevenueCat's answer cannot be understood",
        .projectNotRecognised: "The key may belong to another RevenueCat project",
        .upstreamBudgetSpent: "The budget for RevenueCat requests is spent",
        .upstreamUnavailable: "RevenueCat cannot be read",
        .databaseUnavailable: "The database cannot be reached",
        .overloaded: "The server is overloaded",
    ]
}
