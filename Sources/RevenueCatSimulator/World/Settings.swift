extension World {
    /// What RevenueCat's dashboard decides for a project, and what differs between stores' moods.
    package struct Settings: Sendable, Equatable {
        package var restoreBehavior = RestoreBehavior.transfer

        /// Old projects are told of merged ids with SUBSCRIBER_ALIAS; new ones are told nothing.
        package var sendsSubscriberAlias = false

        /// How long before a period's end a renewal is charged and told of.
        package var renewalLeadSeconds: Int64 = 0

        package var pageLinks = PageLinks.absolute
        package var projectID = "proj1simulated"

        package init() {}
    }

    /// What happens when a receipt is shown by somebody who does not own its purchases.
    ///
    /// Where the owner is anonymous, the two become one customer under all of them.
    package enum RestoreBehavior: String, Sendable, CaseIterable {
        case transfer
        case transferIfNoActiveSubscriptions = "transfer_if_no_active_subscriptions"
        case keepWithOriginal = "keep_with_original"
        /// Of old projects: the two become one customer.
        case share
    }

    /// How v2 says where the next page is.
    package enum PageLinks: String, Sendable, CaseIterable {
        /// As recorded from the live service: with host, and null at the end.
        case absolute
        /// As specified: without host, and absent at the end.
        case relative
    }

    package enum Store: String, Sendable, CaseIterable {
        case appStore = "app_store"
        case playStore = "play_store"
        case stripe
        case webBilling = "rc_billing"
        case promotional
        case testStore = "test_store"
    }

    package enum Environment: String, Sendable, CaseIterable {
        case production
        case sandbox
    }

    package enum PeriodType: String, Sendable, CaseIterable {
        case normal
        case trial
        case intro
        case promotional
    }
}
