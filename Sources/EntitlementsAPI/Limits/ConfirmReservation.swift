import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Counts a reservation as used.
    static func confirmReservation(_ database: Database) -> Route {
        Route(
            "confirmReservation", .post, "/v1/reservations/{reservation_id}/confirm",
            .secret { request, tenant in
                let asked = try ConfirmReservationRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        ConfirmReservation(
                            reservationID: asked.reservationID,
                            environment: asked.environment),
                        in: tenant))
            })
    }
}
