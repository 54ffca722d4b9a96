extension ErrorCode {
    /// What a caller can do about it: the member `fix` of a problem, and the code's page.
    ///
    /// It must be true on each route that has the code. A `Failure` or a route may say something
    /// more exact.
    package var fix: String { Self.fixes[self] ?? "" }

    private static let fixes: [ErrorCode: String] = client.merging(later) { first, _ in first }

    /// What the caller changes in the request, or in what it asks for.
    private static let client: [ErrorCode: String] = [
        .malformedJSON: "Send one JSON object in UTF-8, without duplicate names.",
        .invalidEvent: "Send the body exactly as RevenueCat posted it.",
        .invalidRequest: "Correct what `detail` names; the operation's page lists what it takes.",
        .unauthorized: "Send `Authorization: Bearer <key>` with a live key of this installation; "
            + "`hearth keys create` makes one.",
        .webhookUnauthorized: "Enter the tenant's secret in RevenueCat's dashboard: `hearth "
            + "tenants secrets set` makes or stores it, and `hearth doctor` says why the last "
            + "webhook was refused.",
        .tokenRefused: "Send a fresh token of the tenant's issuer as `Authorization: Bearer "
            + "<token>`, and the tenant in `Hearth-Tenant`; `hearth tokens explain` says which "
            + "rule refuses a token.",
        .tokenSuperseded: "Sign in, and send a token of the account, which now has the purchases.",
        .forbidden: "Use the secret key of the tenant that the request is about, or an admin key "
            + "with the tenant in `Hearth-Tenant`.",
        .limitNotConsumable:
            "List the limit in `end_users: { may_consume: [...] }` of the tenant file, or consume "
            + "it from your server.",
        .notHouseholdOwner: "Let the owner do it, or transfer the household first.",
        .proofRequired: "Send a `proof`: a device secret, a merge ticket, or an anonymous token.",
        .proofInvalid:
            "Send a fresh proof. A device secret works until the app user is identified; a ticket "
            + "works once, for a short time.",
        .notFound: "Check the path and its spelling; `/docs` lists every operation.",
        .appUserNotFound: "Check the id. An app user exists once a webhook or your server names "
            + "it, until it is erased.",
        .entitlementNotInCatalog:
            "Use an entitlement of the tenant file, or add it and apply the file.",
        .productNotInCatalog: "Use a product of the tenant file, or add it and apply the file.",
        .grantNotFound: "List the app user's grants: `GET /v1/users/{app_user_id}/grants`.",
        .featureNotInCatalog: "Use a feature of the tenant file, or add it and apply the file.",
        .limitNotInCatalog: "Use a limit of the tenant file, or add it and apply the file.",
        .reservationNotFound: "Use the `reservation_id` that the answer to the reservation has.",
        .creditNotInCatalog: "Use a credit that a product of the tenant file gives.",
        .creditOrderNotFound: "Use the `reference` that the credit was ordered with.",
        .campaignNotFound: "List the campaigns: `GET /v1/admin/campaigns`.",
        .codeNotFound: "Let the person type the code again; case, spaces and dashes do not matter.",
        .referralsNotOffered: "Add `referrals` to the tenant file and apply it.",
        .redemptionNotFound: "List the redemptions: `GET /v1/admin/redemptions`.",
        .tenantNotFound: "Check the slug; `hearth tenants list` shows all. "
            + "`hearth tenants apply` creates a tenant.",
        .endpointNotFound: "List the endpoints: `GET /v1/admin/endpoints`.",
        .webhookEventNotFound: "List the events: `GET /v1/admin/webhook_events`.",
        .apiKeyNotFound: "Use the key's id: the part between its kind and its secret.",
        .tokenIssuerNotFound: "Name an issuer of `end_users: issuers` in the tenant file.",
        .noticeNotFound: "Read the notices again: this one ended, or was dismissed.",
        .runNotFound: "List the runs: `GET /v1/admin/reconcile`.",
        .householdNotFound: "Check the id, or create a household: `POST /v1/households`.",
        .householdMemberNotFound: "Read the household: the member may have left.",
        .inviteNotFound: "Ask the owner for a new invite: this one was used, revoked or mistyped.",
        .mergeNotFound: "Use the `merge_id` of the merge's answer, or of its audit entry.",
        .orphanNotFound: "List the orphans, and send a proof of the purchase's own anonymous id.",
        .definitionNotFound: "`hearth tenants history` lists the versions.",
        .methodNotAllowed: "Use a method that the answer's `Allow` header lists.",
        .reservationReleased: "Reserve again, because the amount was given back.",
        .creditOrderSettled: "Do nothing: the order was already paid or cancelled.",
        .productNotGrantable: "Grant an entitlement; adjust credits with `adjustCredit`.",
        .accessNeverEnds: "Do nothing: the app user has the entitlement forever.",
        .creditsOwed: "Let the app user buy credits first, or adjust the balance.",
        .notEnoughCredits: "Let the app user buy credits, or order one for the next purchase.",
        .campaignInFile: "Change the campaign in the tenant file and apply it.",
        .codeTaken: "Choose another code.",
        .codeUsedUp: "Give out another code, or raise `max_redemptions` of the campaign.",
        .codeNotForYou: "Read `reason`: it says which rule excludes the app user.",
        .noSigningKey: "Run `hearth tenants signing-keys rotate <tenant>`.",
        .apiKeyExists: "Create the key again; it gets a new id.",
        .removalNotAllowed: "Keep the names that `plan` lists, or apply with `allow_removal=true`.",
        .secretSlotsFull: "Say which slot to replace, or delete a secret that is not used.",
        .timeZoneUnknown: "Use a name of the time zone database, such as `Europe/London`.",
        .householdDissolved: "Create a new household, or join another.",
        .householdWithoutOwner: "Give one member of the household the role `owner`, and keep its "
            + "rows together.",
        .importRowInvalid: "Correct what the report names in this line, and run the import again.",
        .importRowDiffers:
            "Change the imported values through the API, or give the row a key of its own.",
        .householdFull: "Remove a member, or buy a product with more seats.",
        .alreadyInHousehold: "Leave the current household first.",
        .ownerMustTransfer: "Transfer the household to a member, or dissolve it.",
        .notAnonymous: "Use another id: this one belongs to an identified app user.",
        .notIdentified: "Identify the app user first: `POST /v1/users/identify`.",
        .identifyRequired: "Use `POST /v1/users/identify` with this id as `anonymous_app_user_id`.",
        .mergeConflict: "Read `detail`: an operator must decide which of the two keeps what.",
        .upstreamNotConfigured: "Set a key: `hearth tenants secrets set <tenant> "
            + "--kind revenuecat-api-key < key.txt`.",
        .projectNotRecognised:
            "Check that the key belongs to the project that sends its webhooks here.",
        .reservationExpired: "Reserve again, with a larger `expires_in_seconds` for long work.",
        .inviteExpired: "Ask the owner for a new invite.",
        .tooManyEndpoints: "Delete an endpoint that is no longer used.",
        .changesGone:
            "Read the state again, then continue after the `last_number` of a request without "
            + "`after`.",
        .knowledgeNotKept:
            "Ask about a later `known_at`, or leave it out: `as_of` alone asks what is known "
            + "today about a past moment.",
        .knownAtInFuture: "Leave out `known_at` to use everything that is known.",
        .codeExpired: "Give out a code of a campaign that is running.",
        .claimExpired: "Let an operator move the purchase, or raise `people: claim_expiry_days`.",
        .payloadTooLarge: "Send a smaller body; `HEARTH_MAXIMUM_BODY_BYTES` is the limit.",
        .uriTooLong: "Send fewer or shorter parameters; an app user id has at most 1,500 bytes.",
        .unsupportedMediaType: "Send the `Content-Type` that `detail` names.",
        .misdirectedRequest: "Use a host of `HEARTH_ALLOWED_HOSTS`, or add yours to it.",
        .grantSpanInvalid: "Choose an end that is later than the start.",
        .figuresRangeInvalid: "Ask for 1 to 366 days.",
        .figuresTooManyRows: "Ask for fewer days or fewer dimensions.",
        .referenceReused: "Use one reference for one thing; repeat it only with the same amount.",
        .usedAtOutOfRange: "Send a past time that is still within the limit's window.",
        .idempotencyKeyReused: "Send a new `Idempotency-Key` with each different request.",
        .validationFailed: "Correct the values that `errors` lists by their JSON Pointers.",
        .snapshotMalformed:
            "Report it with the request id: RevenueCat sent something that Hearth does not know.",
    ]

    /// What helps later, or is for an operator.
    private static let later: [ErrorCode: String] = [
        .requestTimeout: "Send the request again on a better connection.",
        .rotationInProgress: "Wait for the other rotation to end.",
        .runInProgress: "Wait for the run, or cancel it: `hearth runs cancel`.",
        .cooldown: "Wait until `retry_at`, or lower `households: switch_cooldown_days`.",
        .purchaseMovedTooOften: "Let an operator decide, or raise `people: claims_per_30_days`.",
        .idempotencyKeyInUse: "Wait for the first request's answer, then repeat it.",
        .limitReached: "Wait until `resets_at` if there is one, sell more, or raise the limit in "
            + "the tenant file. Do not retry at once.",
        .tooManyCodeAttempts:
            "Try again after `Retry-After`; `codes: attempts_per_hour` is the limit.",
        .tooManyAttempts:
            "Try again after `Retry-After`; `people: claim_attempts_per_hour` is the limit.",
        .tooManyRequests: "Try again after `Retry-After`, and send fewer requests.",
        .internal: "Report it with the request id of `instance`; the server's log has the cause.",
        .upstreamUnreadable: "Look up the request id in the server's log, or try again later.",
        .upstreamKeyUnusable: "Set the key again: `hearth tenants secrets set <tenant> "
            + "--kind revenuecat-api-key < key.txt`. It takes effect at once.",
        .upstreamBudgetSpent: "Try again after `Retry-After`. If RevenueCat allows more than "
            + "`revenuecat: requests_per_minute`, raise it.",
        .upstreamBusy:
            "Try again after `Retry-After`, a second or two. Other app users are not affected.",
        .upstreamUnavailable: "Try again after `Retry-After`. Lookups still work.",
        .secretUnreadable:
            "The operator sets HEARTH_ENCRYPTION_KEY to the key that sealed the secret, or sets "
            + "the secret again; `hearth doctor` names it.",
        .tenantMoving: "Try again after `Retry-After`: a move pauses writes for a second or two.",
        .tenantMoved:
            "Ask the installation that has the tenant now; the operator's proxy must send "
            + "its requests there.",
        .readOnly: "Send the request to a server of the primary, as the operator's proxy should.",
        .positionNotReached:
            "Try again after `Retry-After`, ask a server of the primary, or leave out "
            + "`Hearth-Position`.",
        .databaseUnavailable: "Try again after `Retry-After`; the operator checks the database.",
        .overloaded: "Try again after `Retry-After`, and wait longer each time.",
    ]
}
