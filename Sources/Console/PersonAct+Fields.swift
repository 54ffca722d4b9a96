/// A field of an act's form.
package struct ActField: Sendable {
    package enum Kind: String, Sendable {
        /// A text of one line.
        case text
        /// A choice of what the page offers.
        case choice
        /// Yes or no.
        case box
        /// Given by the place of the form on the page.
        case hidden
    }

    package let name: String
    package let label: String
    package var kind = Kind.text
    package var isRequired = true
    package var hint = ""
    package var maximumCharacters = 1_500
}

extension PersonAct {
    /// The fields of the form, with the reason last.
    package var fields: [ActField] {
        switch reason {
        case .none: ownFields
        case .operation:
            ownFields + [ActField(name: "reason", label: "Reason", maximumCharacters: 2_000)]
        case .note:
            ownFields + [
                ActField(
                    name: "reason", label: "Reason", isRequired: false, hint: "kept as a note",
                    maximumCharacters: 200)
            ]
        }
    }

    private var ownFields: [ActField] {
        switch self {
        case .note: [ActField(name: "note", label: "Note", maximumCharacters: 255)]
        case .sync: []
        case .identify:
            [
                ActField(name: "anonymous_app_user_id", label: "Anonymous id"),
                ActField(name: "app_user_id", label: "Identified id"),
            ]
        case .undo: [ActField(name: "merge_id", label: "Merge", kind: .choice)]
        case .claim: [ActField(name: "orphan_id", label: "Orphan", hint: "its id")]
        case .grant:
            [
                ActField(name: "entitlement_id", label: "Entitlement", kind: .choice),
                ActField(name: "duration", label: "For", kind: .choice),
                ActField(
                    name: "extends", label: "Begin when the current access ends", kind: .box,
                    isRequired: false),
            ]
        case .revoke: [ActField(name: "grant_id", label: "Grant", kind: .choice)]
        case .adjust:
            [
                ActField(name: "credit_id", label: "Credit", kind: .choice),
                ActField(name: "amount", label: "Amount", hint: "5 or −5", maximumCharacters: 8),
                ActField(
                    name: "reference", label: "Reference", isRequired: false,
                    hint: "used once, such as a ticket number", maximumCharacters: 255),
            ]
        case .code: [ActField(name: "campaign_id", label: "Campaign", kind: .choice)]
        case .retry: [ActField(name: "event_id", label: "Event", kind: .hidden)]
        case .remove:
            [
                ActField(name: "household_id", label: "Household", kind: .hidden),
                ActField(name: "member", label: "Member", kind: .hidden),
            ]
        case .dismiss: [ActField(name: "notice_id", label: "Notice", kind: .hidden)]
        case .erase: [ActField(name: "confirmation", label: "The id", isRequired: true)]
        }
    }

    /// The durations that a grant's form offers; the last never ends.
    package static let durations = [
        ("P7D", "7 days"), ("P1M", "1 month"), ("P3M", "3 months"), ("P1Y", "1 year"),
        (lifetime, "forever"),
    ]

    static let lifetime = "lifetime"
}
