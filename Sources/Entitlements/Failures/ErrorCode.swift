/// The reasons why a request is refused or fails.
///
/// The raw value is the stable `code` of the HTTP contract and the message that SQL raises. A tidy
/// test keeps the list equal in SQL, Swift and `openapi.yaml`.
package enum ErrorCode: String, CaseIterable, Sendable {
    case malformedJSON = "malformed_json"
    case invalidEvent = "invalid_event"
    case invalidRequest = "invalid_request"
    case unauthorized = "unauthorized"
    case webhookUnauthorized = "webhook_unauthorized"
    case tokenRefused = "token_refused"
    case tokenSuperseded = "token_superseded"
    case forbidden = "forbidden"
    case notFound = "not_found"
    case appUserNotFound = "app_user_not_found"
    case entitlementNotInCatalog = "entitlement_not_in_catalog"
    case productNotInCatalog = "product_not_in_catalog"
    case productNotGrantable = "product_not_grantable"
    case accessNeverEnds = "access_never_ends"
    case grantSpanInvalid = "grant_span_invalid"
    case figuresRangeInvalid = "figures_range_invalid"
    case figuresTooManyRows = "figures_too_many_rows"
    case grantNotFound = "grant_not_found"
    case featureNotInCatalog = "feature_not_in_catalog"
    case limitNotInCatalog = "limit_not_in_catalog"
    case limitReached = "limit_reached"
    case limitNotConsumable = "limit_not_consumable"
    case usedAtOutOfRange = "used_at_out_of_range"
    case reservationNotFound = "reservation_not_found"
    case reservationReleased = "reservation_released"
    case reservationExpired = "reservation_expired"
    case creditNotInCatalog = "credit_not_in_catalog"
    case creditOrderNotFound = "credit_order_not_found"
    case creditOrderSettled = "credit_order_settled"
    case creditsOwed = "credits_owed"
    case notEnoughCredits = "not_enough_credits"
    case referenceReused = "reference_reused"
    case campaignNotFound = "campaign_not_found"
    case campaignInFile = "campaign_in_file"
    case codeTaken = "code_taken"
    case codeNotFound = "code_not_found"
    case codeExpired = "code_expired"
    case codeUsedUp = "code_used_up"
    case codeNotForYou = "code_not_for_you"
    case tooManyCodeAttempts = "too_many_code_attempts"
    case redemptionNotFound = "redemption_not_found"
    case referralsNotOffered = "referrals_not_offered"
    case tenantNotFound = "tenant_not_found"
    case webhookEventNotFound = "webhook_event_not_found"
    case apiKeyNotFound = "api_key_not_found"
    case tokenIssuerNotFound = "token_issuer_not_found"
    case noticeNotFound = "notice_not_found"
    case runNotFound = "run_not_found"
    case noSigningKey = "no_signing_key"
    case rotationInProgress = "rotation_in_progress"
    case runInProgress = "run_in_progress"
    case apiKeyExists = "api_key_exists"
    case removalNotAllowed = "removal_not_allowed"
    case definitionNotFound = "definition_not_found"
    case secretSlotsFull = "secret_slots_full"
    case timeZoneUnknown = "time_zone_unknown"
    case householdNotFound = "household_not_found"
    case householdMemberNotFound = "household_member_not_found"
    case householdDissolved = "household_dissolved"
    case householdFull = "household_full"
    case alreadyInHousehold = "already_in_household"
    case notHouseholdOwner = "not_household_owner"
    case ownerMustTransfer = "owner_must_transfer"
    case cooldown = "cooldown"
    case householdWithoutOwner = "household_without_owner"
    case importRowInvalid = "import_row_invalid"
    case importRowDiffers = "import_row_differs"
    case inviteNotFound = "invite_not_found"
    case inviteExpired = "invite_expired"
    case changesGone = "changes_gone"
    case knowledgeNotKept = "knowledge_not_kept"
    case knownAtInFuture = "known_at_in_future"
    case endpointNotFound = "endpoint_not_found"
    case tooManyEndpoints = "too_many_endpoints"
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
    case tooManyRequests = "too_many_requests"
    case idempotencyKeyInUse = "idempotency_key_in_use"
    case idempotencyKeyReused = "idempotency_key_reused"
    case methodNotAllowed = "method_not_allowed"
    case requestTimeout = "request_timeout"
    case payloadTooLarge = "payload_too_large"
    case uriTooLong = "uri_too_long"
    case unsupportedMediaType = "unsupported_media_type"
    case misdirectedRequest = "misdirected_request"
    case validationFailed = "validation_failed"
    case snapshotMalformed = "snapshot_malformed"
    case `internal` = "internal"
    case upstreamNotConfigured = "upstream_not_configured"
    case upstreamUnreadable = "upstream_unreadable"
    case upstreamKeyUnusable = "upstream_key_unusable"
    case projectNotRecognised = "project_not_recognised"
    case upstreamBudgetSpent = "upstream_budget_spent"
    case upstreamBusy = "upstream_busy"
    case upstreamUnavailable = "upstream_unavailable"
    case secretUnreadable = "secret_unreadable"
    case tenantMoving = "tenant_moving"
    case tenantMoved = "tenant_moved"
    case readOnly = "read_only"
    case positionNotReached = "position_not_reached"
    case databaseUnavailable = "database_unavailable"
    case overloaded = "overloaded"
}

extension ErrorCode {
    /// The HTTP status of an answer with this code.
    package var httpStatus: Int { meaning.httpStatus }

    /// Whether the caller is told to repeat the request, also without a moment for it.
    package var asksToRepeat: Bool { [429, 503].contains(httpStatus) }

    /// The meaning of the code, in constant words.
    package var title: String { meaning.title }

    private var meaning: (httpStatus: Int, title: String) {
        Self.meanings[self] ?? (500, rawValue)
    }

    /// A test holds this table against the list of codes.
    private static let meanings: [ErrorCode: (httpStatus: Int, title: String)] = [
        .malformedJSON: (400, "The body is not well-formed JSON"),
        .invalidEvent: (400, "The body is not a RevenueCat event"),
        .invalidRequest: (400, "The request cannot be understood"),
        .unauthorized: (401, "The API key is missing or wrong"),
        .webhookUnauthorized: (401, "The webhook's credential is missing or wrong"),
        .tokenRefused: (401, "The end user's token is missing or refused"),
        .tokenSuperseded: (401, "The anonymous app user of this token has been identified"),
        .forbidden: (403, "The credential does not allow this"),
        .limitNotConsumable: (403, "End users may not use the limit"),
        .notHouseholdOwner: (403, "Only the owner of the household may do this"),
        .proofRequired: (403, "A proof is missing"),
        .proofInvalid: (403, "The proof is wrong"),
        .notFound: (404, "There is nothing at this address"),
        .appUserNotFound: (404, "No app user has this id"),
        .entitlementNotInCatalog: (404, "The catalog has no such entitlement"),
        .productNotInCatalog: (404, "The catalog has no such product"),
        .grantNotFound: (404, "There is no such grant"),
        .featureNotInCatalog: (404, "The catalog has no such feature"),
        .limitNotInCatalog: (404, "The catalog has no such limit"),
        .reservationNotFound: (404, "There is no such reservation"),
        .creditNotInCatalog: (404, "The catalog has no such credit"),
        .creditOrderNotFound: (404, "There is no such credit order"),
        .campaignNotFound: (404, "There is no such campaign"),
        .codeNotFound: (404, "There is no such code"),
        .referralsNotOffered: (404, "The tenant offers no referrals"),
        .redemptionNotFound: (404, "There is no such redemption"),
        .tenantNotFound: (404, "There is no such tenant"),
        .endpointNotFound: (404, "There is no such endpoint"),
        .webhookEventNotFound: (404, "There is no such webhook event"),
        .apiKeyNotFound: (404, "There is no such API key"),
        .tokenIssuerNotFound: (404, "The tenant has no such token issuer"),
        .noticeNotFound: (404, "There is no such notice"),
        .runNotFound: (404, "There is no such run"),
        .householdNotFound: (404, "There is no such household"),
        .householdMemberNotFound: (404, "The household has no such member"),
        .inviteNotFound: (404, "There is no such invite"),
        .mergeNotFound: (404, "There is no such merge"),
        .orphanNotFound: (404, "There is no such orphan, or the proof is wrong"),
        .methodNotAllowed: (405, "The method is not allowed here"),
        .requestTimeout: (408, "The request took too long to arrive"),
        .reservationReleased: (409, "The reservation was released"),
        .creditOrderSettled: (409, "The credit order is already settled"),
        .productNotGrantable: (409, "The product gives credits, not access"),
        .accessNeverEnds: (409, "Access that never ends cannot be extended"),
        .creditsOwed: (409, "Refunded credits are owed"),
        .notEnoughCredits: (409, "There are not enough credits"),
        .campaignInFile: (409, "The tenant file defines the campaign"),
        .codeTaken: (409, "Another campaign has the code"),
        .codeUsedUp: (409, "The code is used up"),
        .codeNotForYou: (409, "The code is not for this app user"),
        .noSigningKey: (409, "The tenant signs no statements"),
        .rotationInProgress: (409, "Another rotation is in progress"),
        .tooManyEndpoints: (409, "The tenant has too many endpoints"),
        .runInProgress: (409, "Another run is in progress"),
        .apiKeyExists: (409, "Another key has this id"),
        .removalNotAllowed: (409, "The file removes what people have"),
        .definitionNotFound: (404, "There is no such version of the tenant file"),
        .secretSlotsFull: (409, "Both slots of the secret are taken"),
        .timeZoneUnknown: (422, "There is no such time zone"),
        .householdDissolved: (409, "The household was dissolved"),
        .householdFull: (409, "The household is full"),
        .alreadyInHousehold: (409, "The app user is already in a household"),
        .importRowDiffers: (409, "The row was imported before with other values"),
        .ownerMustTransfer: (409, "The owner cannot leave the household"),
        .cooldown: (409, "It is too soon to join"),
        .notAnonymous: (409, "The id belongs to an identified app user"),
        .notIdentified: (409, "No identified app user has this id"),
        .identifyRequired: (409, "The id is anonymous and must be identified"),
        .mergeConflict: (409, "The two app users cannot be merged"),
        .purchaseMovedTooOften: (409, "The purchase changed owner too often"),
        .idempotencyKeyInUse: (409, "The first request with this key is not answered yet"),
        .upstreamNotConfigured: (409, "The tenant has no RevenueCat API key"),
        .projectNotRecognised: (409, "The key may belong to another RevenueCat project"),
        .reservationExpired: (410, "The reservation has expired"),
        .inviteExpired: (410, "The invite has expired"),
        .changesGone: (410, "The changes are no longer kept"),
        .knowledgeNotKept: (410, "What was known then is no longer kept"),
        .codeExpired: (410, "The code has expired"),
        .claimExpired: (410, "The orphan is too old to be claimed"),
        .payloadTooLarge: (413, "The body is too large"),
        .uriTooLong: (414, "The address is too long"),
        .unsupportedMediaType: (415, "The media type is not supported"),
        .misdirectedRequest: (421, "This server does not serve that host"),
        .householdWithoutOwner: (422, "The household would have no owner"),
        .importRowInvalid: (422, "A row of the import is invalid"),
        .grantSpanInvalid: (422, "The grant would end before it begins"),
        .figuresRangeInvalid: (422, "The days are too many, or end before they begin"),
        .figuresTooManyRows: (422, "The answer would have too many rows"),
        .referenceReused: (422, "The reference was used with another amount"),
        .usedAtOutOfRange: (422, "The time of the use is too early, or in the future"),
        .idempotencyKeyReused: (422, "The key was used for a different request"),
        .knownAtInFuture: (422, "The known_at time is in the future"),
        .validationFailed: (422, "The request has invalid values"),
        .snapshotMalformed: (422, "The snapshot from RevenueCat is malformed"),
        .limitReached: (429, "The limit is reached"),
        .tooManyCodeAttempts: (429, "There were too many wrong codes"),
        .tooManyAttempts: (429, "There were too many attempts"),
        .tooManyRequests: (429, "There were too many requests"),
        .internal: (500, "Something went wrong on our side"),
        .upstreamUnreadable: (502, "RevenueCat's answer cannot be understood"),
        .upstreamKeyUnusable: (503, "The RevenueCat API key cannot be used"),
        .upstreamBudgetSpent: (503, "The budget for RevenueCat requests is spent"),
        .upstreamBusy: (503, "RevenueCat is busy with this app user"),
        .upstreamUnavailable: (503, "RevenueCat cannot be read"),
        .secretUnreadable: (503, "A stored secret cannot be opened with the server's key"),
        .tenantMoving: (503, "The tenant is being moved"),
        .tenantMoved: (503, "The tenant has moved"),
        .readOnly: (503, "The server answers lookups only"),
        .positionNotReached: (409, "The position is not reached yet"),
        .databaseUnavailable: (503, "The database cannot be reached"),
        .overloaded: (503, "The server is overloaded"),
    ]
}
