package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

extension TestTenant {
    /// One limit of a person, as the contract shows it.
    package func limit(
        _ limit: String, of appUserID: String, environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await parsed(
            GetLimits(appUserID: appUserID, environment: environment, asOf: moment))["limits"]?[
                limit]
    }

    /// How much of a limit a person has used.
    package func used(
        _ limit: String, by appUserID: String, at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await self.limit(limit, of: appUserID, at: moment)?["used"]
    }

    @discardableResult
    package func consume(
        _ limit: String, by appUserID: String, _ amount: Int32 = 1, reference: String? = nil,
        environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await use(
            [.init(appUserID: appUserID, limitID: limit, amount: amount, reference: reference)],
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
                    appUserID: appUserID, limitID: limit, amount: amount, reference: reference,
                    expiresInSeconds: seconds)
            ], at: moment)[0].get()
    }

    /// What becomes of uses of limits that one call decides, in their order.
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

    /// How much of a credit a person has left.
    package func balance(
        of credit: String, of appUserID: String, environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await parsed(
            GetCredits(appUserID: appUserID, environment: environment, asOf: moment))["credits"]?[
                credit]?["balance"]
    }

    @discardableResult
    package func spend(
        _ credit: String, of appUserID: String, on reference: String, _ amount: Int32 = 1,
        environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await spend(
            [.init(appUserID: appUserID, creditID: credit, amount: amount, reference: reference)],
            environment: environment, at: moment)[0].get()
    }

    /// What becomes of spends of credits that one call decides, in their order.
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
                appUserID: appUserID, creditID: credit, reference: reference,
                environment: environment, asOf: moment))
    }

    @discardableResult
    package func cancelOrder(
        _ credit: String, for reference: String, by appUserID: String,
        environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await parsed(
            CancelCreditOrder(
                appUserID: appUserID, creditID: credit, reference: reference,
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
    /// The id of what was set aside, or used under a reference.
    package var reservationID: UUID? {
        self["reservation_id"]?.string.flatMap { UUID(uuidString: $0) }
    }
}
