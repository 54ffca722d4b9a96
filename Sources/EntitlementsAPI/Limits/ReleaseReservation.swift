import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns a reservation, or usage with a reference.
    static func releaseReservation(_ database: Database) -> Route {
        Route(
            "releaseReservation", .post, "/v1/reservations/{reservation_id}/release",
            .secret { request, tenant in
                let asked = try ReleaseReservationRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        ReleaseReservation(
                            reservationID: asked.reservationID,
                            environment: asked.environment),
                        in: tenant))
            })
    }
}
