/// An act upon a person: the operation of the API that carries it out, and the form for it.
package enum PersonAct: String, CaseIterable, Sendable {
    case note, sync, identify, undo, claim, grant, revoke, adjust, code, retry, remove, dismiss
    case erase

    /// What the act does, as its form and its button say it.
    package var title: String {
        switch self {
        case .note: "Write a note"
        case .sync: "Read from RevenueCat"
        case .identify: "Identify and merge"
        case .undo: "Undo a merge"
        case .claim: "Claim an orphan"
        case .grant: "Grant access"
        case .revoke: "Revoke a grant"
        case .adjust: "Adjust a credit"
        case .code: "Create a code"
        case .retry: "Retry the event"
        case .remove: "Remove from the household"
        case .dismiss: "Dismiss the notice"
        case .erase: "Erase this person"
        }
    }

    /// What happens then, in a sentence.
    package var about: String {
        switch self {
        case .note: "For the next person who looks at this page."
        case .sync: "Costs one request of the tenant's budget."
        case .identify: "The anonymous id moves to the identified one, with its purchases."
        case .undo: "Ids and purchases return to where they were."
        case .claim: "Gives this person a purchase that has no identified owner."
        case .grant: "Gives an entitlement without a purchase."
        case .revoke: "The access that it gives ends now."
        case .adjust: "A positive amount gives credits, a negative one takes them."
        case .code: "One code of a campaign. It is shown once."
        case .retry: "The event is applied again."
        case .remove: "Access through the household ends."
        case .dismiss: "Their app no longer shows it."
        case .erase:
            "Replaces each of their ids with a random name. This cannot be undone. Delete them at "
                + "RevenueCat first. Type the id to confirm."
        }
    }

    /// What is said once it is done.
    package var done: String {
        switch self {
        case .note: "The note is kept."
        case .sync: "They were read from RevenueCat."
        case .identify: "They are one person now."
        case .undo: "The merge is undone."
        case .claim: "The purchase is theirs now."
        case .grant: "Access is granted."
        case .revoke: "The grant is revoked."
        case .adjust: "The balance is adjusted."
        case .code: "The code is below. It is shown only here: copy it now."
        case .retry: "The event is being retried."
        case .remove: "They left the household."
        case .dismiss: "The notice is dismissed."
        case .erase: "The person is erased."
        }
    }

    /// Whether the reason is an argument of the operation, or is kept as a note beside the act.
    package enum Reason: Sendable {
        case none, operation, note
    }

    package var reason: Reason {
        switch self {
        case .undo, .grant, .revoke, .adjust: .operation
        case .sync, .identify, .claim, .code, .retry, .remove, .dismiss: .note
        case .note, .erase: .none
        }
    }

    /// Whether the API can say what would happen: then that is shown before the act.
    package var hasPreview: Bool { self == .identify || self == .claim }

    /// Whether the answer has a secret that is shown only once.
    package var showsAnswer: Bool { self == .code }
}
