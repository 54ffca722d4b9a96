package import Entitlements
package import FoundationEssentials
package import Postgres

/// Gives back a reservation, or a use that had a reference.
///
/// Fails with `reservation_not_found`.
package struct ReleaseReservation: AnswerCall {
    package static let function = "release_reservation"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("reservation_id", .uuid),
        Parameter("environment", .text),
        Parameter("as_of", .timestamptz),
    ]

    package let reservationID: UUID
    package let environment: String
    package let asOf: Timestamp?

    package init(reservationID: UUID, environment: String, asOf: Timestamp? = nil) {
        self.reservationID = reservationID
        self.environment = environment
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(reservationID)
        try arguments.append(environment)
        try arguments.append(asOf)
    }
}
