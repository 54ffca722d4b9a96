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
            + "`hearth key create` makes one.",
        .webhookUnauthorized: "Enter the tenant's secret in RevenueCat's dashboard: `hearth tenant "
            + "secret set` makes or stores it, and `hearth doctor` says why the last webhook was "
            + "refused.",
        .tokenRefused: "Send a fresh token of the tenant's issuer as `Authorization: Bearer "
            + "<token>`, and the tenant in `Hearth-Tenant`; `hearth token explain` says which rule "
            + "refuses a token.",
        .tokenSuperseded: "Sign in: the account has the purchases now. Ask again with its token.",
        .forbidden: "Use the secret key of the tenant that the request is about, or an admin key "
            + "with the tenant in `Hearth-Tenant`.",
        .limitNotConsumable: "Name the limit in `end_users: { may_consume: [...] }` of the tenant "
            + "file, or consume it from your server.",
        .notHouseholdOwner: "Let the owner do it, or transfer the household first.",
        .proofRequired: "Send a `proof`: a device secret, a merge ticket, or an anonymous token.",
        .proofInvalid: "Take a fresh proof. A device secret works until the app user is "
            + "identified, a ticket once and for a short time.",
        .notFound: "Check the path and its spelling; `/docs` lists every operation.",
        .appUserNotFound: "Check the id. An app user exists once a webhook or your server names "
            + "it, until it is erased.",
        .entitlementNotInCatalog: "Use an entitlement of the tenant file, or add it and apply it.",
        .productNotInCatalog: "Use a product of the tenant file, or add it and apply the file.",
        .grantNotFound: "List the app user's grants: `GET /v1/users/{app_user_id}/grants`.",
        .featureNotInCatalog: "Use a feature of the tenant file, or add it and apply the file.",
        .limitNotInCatalog: "Use a limit of the tenant file, or add it and apply the file.",
        .reservationNotFound: "Use the `reservation_id` of the answer that made it.",
        .creditNotInCatalog: "Use a credit that a product of the tenant file gives.",
        .creditOrderNotFound: "Use the `reference` with which the credit was ordered.",
        .campaignNotFound: "List the campaigns: `GET /v1/admin/campaigns`.",
        .codeNotFound: "Let the person type the code again; case, spaces and dashes do not matter.",
        .referralsNotOffered: "Add `referrals` to the tenant file and apply it.",
        .redemptionNotFound: "List the redemptions: `GET /v1/admin/redemptions`.",
        .tenantNotFound: "Check the slug; `hearth tenant list` shows all. "
            + "`hearth tenant apply` creates a tenant.",
        .endpointNotFound: "List the endpoints: `GET /v1/admin/endpoints`.",
        .webhookEventNotFound: "List the events: `GET /v1/admin/webhook_events`.",
        .apiKeyNotFound: "Use the key's id: the part between its kind and its secret.",
        .tokenIssuerNotFound: "Name an issuer of `end_users: issuers` in the tenant file.",
        .noticeNotFound: "Read the notices again: this one ended, or was dismissed.",
        .runNotFound: "List the runs: `GET /v1/admin/reconcile`.",
        .householdNotFound: "Check the id, or found one: `POST /v1/households`.",
        .householdMemberNotFound: "Read the household: the member may have left.",
        .inviteNotFound: "Ask the owner for a new invite: this one was used, revoked or mistyped.",
        .mergeNotFound: "Use the `merge_id` of the answer, or of the audit entries.",
        .orphanNotFound: "List the orphans, and send a proof of the purchase's own anonymous id.",
        .definitionNotFound: "`hearth tenant history` lists the versions.",
        .methodNotAllowed: "Use a method of the answer's `Allow` header.",
        .reservationReleased: "Reserve again: the amount went back.",
        .creditOrderSettled: "Do nothing: the order was paid or cancelled before.",
        .productNotGrantable: "Grant an entitlement; adjust credits with `adjustCredit`.",
        .accessNeverEnds: "Do nothing: the app user has the entitlement for ever.",
        .creditsOwed: "Let the app user buy credits first, or adjust the balance.",
        .notEnoughCredits: "Let the app user buy credits, or order one for the next purchase.",
        .campaignInFile: "Change the campaign in the tenant file and apply it.",
        .codeTaken: "Choose another code.",
        .codeUsedUp: "Give out another code, or raise `max_redemptions` of the campaign.",
        .codeNotForYou: "Read `reason`: it says which rule excludes the app user.",
        .noSigningKey: "Run `hearth tenant signing-key rotate <tenant>`.",
        .apiKeyExists: "Create the key again: another id is drawn.",
        .removalNotAllowed: "Keep the names that `plan` lists, or apply with `allow_removal=true`.",
        .secretSlotsFull: "Name the slot to replace, or delete a secret that is not used.",
        .timeZoneUnknown: "Use a name of the time zone database, such as `Europe/London`.",
        .householdDissolved: "Found a new household, or join another.",
        .householdWithoutOwner: "Give one member of the household the role `owner`, and keep its "
            + "rows together.",
        .importRowInvalid: "Correct what the report names in this line, and run the import again.",
        .importRowDiffers: "Change what was imported by the API, or give the row a key of its own.",
        .householdFull: "Remove a member, or buy a product with more seats.",
        .alreadyInHousehold: "Leave the present household first.",
        .ownerMustTransfer: "Transfer the household to a member, or dissolve it.",
        .notAnonymous: "Use another id: this one belongs to an identified app user.",
        .notIdentified: "Identify the app user first: `POST /v1/users/identify`.",
        .identifyRequired: "Use `POST /v1/users/identify` with this id as `anonymous_app_user_id`.",
        .mergeConflict: "Read `detail`: an operator must decide which of the two keeps what.",
        .upstreamNotConfigured: "Set a key: `hearth tenant secret set <tenant> "
            + "--kind revenuecat-api-key < key.txt`.",
        .projectNotRecognised: "Check that the key is of the project whose webhooks arrive here.",
        .reservationExpired: "Reserve again, with more `expires_in_seconds` for long work.",
        .inviteExpired: "Ask the owner for a new invite.",
        .tooManyEndpoints: "Delete an endpoint that is no longer used.",
        .changesGone: "Read the state anew, and go on from `last_number` of a request without "
            + "`after`.",
        .knowledgeNotKept: "Ask about a later `known_at`, or leave it out: `as_of` alone asks what "
            + "is known today of a past moment.",
        .knownAtInFuture: "Leave out `known_at`: then all that is known counts.",
        .codeExpired: "Give out a code of a running campaign.",
        .claimExpired: "Let an operator move the purchase, or raise `people: claim_expiry_days`.",
        .payloadTooLarge: "Send less at once; `HEARTH_MAXIMUM_BODY_BYTES` is the limit.",
        .uriTooLong: "Send fewer or shorter parameters; an app user id has at most 1,500 bytes.",
        .unsupportedMediaType: "Send the `Content-Type` that `detail` names.",
        .misdirectedRequest: "Use a host of `HEARTH_ALLOWED_HOSTS`, or add yours there.",
        .grantSpanInvalid: "Choose an end after the beginning.",
        .figuresRangeInvalid: "Ask for 1 to 366 days.",
        .figuresTooManyRows: "Ask for fewer days, or by fewer dimensions.",
        .referenceReused: "Use one reference for one thing; repeat it only with the same amount.",
        .usedAtOutOfRange: "Send a moment of the past that the limit's window can still hold.",
        .idempotencyKeyReused: "Draw a new `Idempotency-Key` for each request that differs.",
        .validationFailed: "Correct the values that `errors` names by their JSON Pointers.",
        .snapshotMalformed: "Report it with the request id: RevenueCat answered something new.",
    ]

    /// What helps later, or is for an operator.
    private static let later: [ErrorCode: String] = [
        .requestTimeout: "Send the request again on a better connection.",
        .rotationInProgress: "Wait for the other rotation to end.",
        .runInProgress: "Wait for the run, or cancel it: `hearth reconcile cancel`.",
        .cooldown: "Wait until `retry_at`, or lower `households: switch_cooldown_days`.",
        .purchaseMovedTooOften: "Let an operator decide, or raise `people: claims_per_30_days`.",
        .idempotencyKeyInUse: "Wait for the first request's answer, then repeat it.",
        .limitReached: "Wait until `resets_at` if there is one, sell more, or raise the limit in "
            + "the tenant file. Do not retry at once.",
        .tooManyCodeAttempts: "Wait for `Retry-After`; `codes: attempts_per_hour` is the limit.",
        .tooManyAttempts: "Wait for `Retry-After`; `people: claim_attempts_per_hour` is the limit.",
        .tooManyRequests: "Wait for `Retry-After`, and send fewer requests.",
        .internal: "Report it with the request id of `instance`; the server's log has the cause.",
        .upstreamUnreadable: "Look at the server's log by the request id; try again later.",
        .upstreamKeyUnusable: "Set the key again: `hearth tenant secret set <tenant> "
            + "--kind revenuecat-api-key < key.txt`. It counts at once.",
        .upstreamBudgetSpent: "Wait for `Retry-After`. If RevenueCat allows more than "
            + "`revenuecat: requests_per_minute`, raise it.",
        .upstreamBusy: "Try again after `Retry-After`, a second or two. Others are not concerned.",
        .upstreamUnavailable: "Try again after `Retry-After`. Lookups work meanwhile.",
        .secretUnreadable:
            "The operator sets HEARTH_ENCRYPTION_KEY to the key that sealed the secret, or sets "
            + "the secret again; `hearth doctor` names it.",
        .tenantMoving: "Try again after `Retry-After`: a move holds writes up for a second or two.",
        .tenantMoved:
            "Ask the installation that has the tenant now; the operator's proxy must send "
            + "its requests there.",
        .readOnly: "Send the request to a server of the primary; the operator's proxy should.",
        .positionNotReached:
            "Try again after `Retry-After`, ask a server of the primary, or leave out "
            + "`Hearth-Position`.",
        .databaseUnavailable: "Try again after `Retry-After`; the operator checks the database.",
        .overloaded: "Try again after `Retry-After`, with a growing pause.",
    ]
}
