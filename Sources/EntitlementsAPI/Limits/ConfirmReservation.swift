import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Counts a reservation as used.
    static func confirmReservation(_ database: Database) -> Route {
        Route(
            "confirmReservation", .post, "/v1/reservations/{reservation_id}/confirm",
            .secret { request, tenant in
                .answer(
                    try await database.callOne(
                        ConfirmReservation(
                            reservationID: try request.uuid(0),
                            environment: try request.environment()),
                        in: tenant))
            })
    }
}
