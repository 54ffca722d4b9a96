/// A date of the proleptic Gregorian calendar and a time of day, in UTC.
///
/// The arithmetic uses eras of 400 years that begin on 1 March, so that the leap day ends the year.
/// Foundation's formatters are too slow for every request.
struct CivilTime {
    var year: Int64
    var month: Int64
    var day: Int64
    var hour: Int64
    var minute: Int64
    var second: Int64
    var microsecond: Int64

    /// Returns the quotient rounded down; `/` rounds towards zero.
    static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : (value + 1) / divisor - 1
    }

    static func daysInMonth(_ month: Int64, ofYear year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }
}

extension CivilTime {
    private static let microsecondsPerDay: Int64 = 86_400_000_000

    init(_ timestamp: Timestamp) {
        let microseconds = timestamp.microsecondsSinceEpoch
        let days = Self.quotient(microseconds, Self.microsecondsPerDay)
        let timeOfDay = microseconds - days * Self.microsecondsPerDay

        // 719,468 days lie between 0000-03-01 and 1970-01-01; an era has 146,097 days.
        let shifted = days + 719_468
        let era = Self.quotient(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153

        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = timeOfDay / 3_600_000_000
        minute = timeOfDay / 60_000_000 % 60
        second = timeOfDay / 1_000_000 % 60
        microsecond = timeOfDay % 1_000_000
    }

    /// Microseconds since the epoch.
    ///
    /// The fields must form a valid date.
    var microsecondsSinceEpoch: Int64 {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = Self.quotient(yearFromMarch, 400)
        let yearOfEra = yearFromMarch - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        return seconds * 1_000_000 + microsecond
    }
}
