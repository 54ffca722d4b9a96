package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

extension TestTenant {
    /// A limit of an app user, as in the API.
    package func limit(
        _ limit: String, of appUserID: String, for amount: Int32 = 1,
        environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await parsed(
            GetLimits(
                appUserID: AppUserID(appUserID), amount: amount, environment: environment,
                asOf: moment))["limits"]?[limit]
    }

    /// The app user's usage of a limit.
    package func used(
        _ limit: String, by appUserID: String, at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await self.limit(limit, of: appUserID, at: moment)?["used"]
    }

    @discardableResult
    package func consume(
        _ limit: String, by appUserID: String, _ amount: Int32 = 1, reference: String? = nil,
        usedAt: Timestamp? = nil, environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await use(
            [
                .init(
                    appUserID: AppUserID(appUserID), limitID: limit, amount: amount,
                    reference: reference, usedAt: usedAt)
            ],
            environment: environment, at: moment)[0].get()
    }

    @discardableResult
    package func reserve(
        _ limit: String, by appUserID: String, _ amount: Int32 = 1, reference: String? = nil,
        seconds: Int32 = 900, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await use(
            [
                .init(
                    appUserID: AppUserID(appUserID), limitID: limit, amount: amount,
                    reference: reference,
                    expiresInSeconds: seconds)
            ], at: moment)[0].get()
    }

    /// The results of several uses in one call, in order.
    package func use(
        _ uses: [UseLimits.Request], environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> [Result<JSONValue, any Error>] {
        try await outcomes(of: UseLimits(uses, environment: environment, asOf: moment))
    }

    @discardableResult
    package func confirmReservation(
        _ reservation: UUID, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await parsed(
            ConfirmReservation(
                reservationID: reservation, environment: "production", asOf: moment))
    }

    @discardableResult
    package func releaseReservation(
        _ reservation: UUID, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await parsed(
            ReleaseReservation(
                reservationID: reservation, environment: "production", asOf: moment))
    }

    @discardableResult
    package func releaseUse(
        of limit: String, by appUserID: String, reference: String, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await parsed(
            ReleaseUse(
                appUserID: AppUserID(appUserID), limitID: limit, reference: reference,
                environment: "production", asOf: moment))
    }

    /// The uses of a limit, newest first, read in pages.
    package func uses(
        of limit: String, by appUserID: String, pageLimit: Int32 = 100
    ) async throws -> [JSONValue] {
        var last: ListUses.Row?
        var uses: [JSONValue] = []
        while true {
            let page = try await database.call(
                ListUses(
                    appUserID: AppUserID(appUserID), limitID: limit, pageLimit: pageLimit,
                    beforeUsedAt: last?.usedAt, beforeUseID: last?.useID),
                in: id)
            uses += try page.map { try JSONParser.parse($0.answer) }
            guard page.count == pageLimit else { return uses }
            last = page.last
        }
    }

    /// A credit of an app user, as in the API.
    package func credit(
        _ credit: String, of appUserID: String, environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await parsed(
            GetCredits(appUserID: AppUserID(appUserID), environment: environment, asOf: moment))[
                "credits"]?[
                credit]
    }

    /// The app user's balance of a credit.
    package func balance(
        of credit: String, of appUserID: String, environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await self.credit(credit, of: appUserID, environment: environment, at: moment)?[
            "balance"]
    }

    /// What the app user owes of a credit.
    package func owed(
        of credit: String, by appUserID: String, environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await self.credit(credit, of: appUserID, environment: environment, at: moment)?["owed"]
    }

    /// Adjusts the app user's credits.
    @discardableResult
    package func adjust(
        _ credit: String, of appUserID: String, by amount: Int32, reference: String,
        environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await parsed(
            AdjustCredit(
                appUserID: AppUserID(appUserID), creditID: credit, amount: amount,
                reference: reference, reason: "A test.", actor: "secret_key:test",
                environment: environment, asOf: moment))
    }

    @discardableResult
    package func spend(
        _ credit: String, of appUserID: String, on reference: String, _ amount: Int32 = 1,
        environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await spend(
            [
                .init(
                    appUserID: AppUserID(appUserID), creditID: credit, amount: amount,
                    reference: reference)
            ],
            environment: environment, at: moment)[0].get()
    }

    /// The results of several spends in one call, in order.
    package func spend(
        _ spends: [SpendCredits.Request], environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> [Result<JSONValue, any Error>] {
        try await outcomes(of: SpendCredits(spends, environment: environment, asOf: moment))
    }

    @discardableResult
    package func order(
        _ credit: String, for reference: String, by appUserID: String,
        environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await parsed(
            OrderCredit(
                appUserID: AppUserID(appUserID), creditID: credit, reference: reference,
                environment: environment, asOf: moment))
    }

    @discardableResult
    package func cancelOrder(
        _ credit: String, for reference: String, by appUserID: String,
        environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await parsed(
            CancelCreditOrder(
                appUserID: AppUserID(appUserID), creditID: credit, reference: reference,
                environment: environment, asOf: moment))
    }

    private func outcomes<Call: RequestSetCall>(
        of call: Call
    ) async throws -> [Result<JSONValue, any Error>] {
        Call.outcomes(of: try await database.call(call, in: id)).map { outcome in
            Result { try JSONParser.parse(try outcome.get().json) }
        }
    }

    private func parsed(_ call: some AnswerCall) async throws -> JSONValue {
        try JSONParser.parse(try await database.callOne(call, in: id).json)
    }
}

extension JSONValue {
    /// The id of a reservation, or of a use with a reference.
    package var reservationID: UUID? {
        self["reservation_id"]?.string.flatMap { UUID(uuidString: $0) }
    }
}
