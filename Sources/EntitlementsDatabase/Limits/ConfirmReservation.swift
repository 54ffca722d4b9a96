package import Entitlements
package import FoundationEssentials
package import Postgres

/// Counts a reservation as used.
///
/// Fails with `reservation_not_found`, `reservation_released` or `reservation_expired`.
package struct ConfirmReservation: AnswerCall {
    package static let function = "confirm_reservation"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("reservation_id", \.reservationID),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package let reservationID: UUID
    package let environment: String
    package let asOf: Timestamp?

    package init(reservationID: UUID, environment: String, asOf: Timestamp? = nil) {
        self.reservationID = reservationID
        self.environment = environment
        self.asOf = asOf
    }
}
