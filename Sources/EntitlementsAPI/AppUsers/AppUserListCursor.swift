import Entitlements
import EntitlementsDatabase

/// The end of a page of people, in one of their orders.
///
/// Opaque to callers. A cursor of another order is refused.
struct AppUserListCursor {
    /// A place in the order: by a moment, or by the number of a change.
    struct Place {
        var moment: MomentCursor?
        /// The last change of the page, and the newest one of the first page.
        var change: (number: Int64, firstNumber: Int64)?
    }

    let sort: String
    let place: Place

    init(_ row: ListAppUsers.Row, of sort: String) {
        self.sort = sort
        var place = Place()
        if let moment = row.placeMoment, let id = row.placeID {
            place.moment = MomentCursor(moment: moment, id: id)
        }
        if let number = row.placeNumber, let first = row.firstNumber {
            place.change = (number, first)
        }
        self.place = place
    }

    init(reading text: String, of sort: String) throws(Failure) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == sort else { throw CursorText.refusal }
        self.sort = sort
        guard sort == "change" else {
            place = Place(moment: try MomentCursor(reading: String(parts[1])))
            return
        }
        let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 2, let number = Int64(numbers[0]), let first = Int64(numbers[1]),
            number > 0, number <= first
        else { throw CursorText.refusal }
        place = Place(change: (number, first))
    }

    var text: String {
        let place = place.change.map { "\($0.number).\($0.firstNumber)" } ?? place.moment?.text
        return "\(sort).\(place ?? "")"
    }
}
