-- Returns how telling a reason is for an explanation: the lowest is its verdict.
--
-- What an app user paid for and cannot use comes first. `is_running`: the purchase gives access at
-- the moment, to its owner. Null: the code is no reason.

create function api.explanation_place(code text, is_running boolean) returns integer
language sql immutable
return array_position(array[
    'own_purchase', 'tester_purchase', 'alias_purchase', 'household_purchase', 'grant',
    'transaction_unknown', 'event_failed',
    'running product_not_in_file', 'running not_identified', 'running transferred',
    'running owned_by_another', 'running not_transferred', 'running alias_conflict',
    'running entitlement_not_shared', 'running left_household', 'running sharer_left',
    'running only_owner_shares', 'running grant_not_shared', 'running store_family_share',
    'running ended_before_joining',
    'not_begun', 'payment_pending', 'paused', 'billing_error', 'refunded',
    'price_increase_declined', 'unsubscribed', 'ended_by_developer', 'family_share_ended',
    'expired', 'grant_revoked', 'grant_ended',
    'sandbox_ignored', 'sandbox_purchase', 'production_purchase', 'gives_other_entitlements',
    'product_not_in_file', 'not_identified', 'transferred', 'owned_by_another', 'not_transferred',
    'alias_conflict', 'left_household', 'sharer_left', 'entitlement_not_shared',
    'only_owner_shares', 'grant_not_shared', 'store_family_share', 'ended_before_joining',
    'event_not_understood'],
    case when is_running and code in (
             'product_not_in_file', 'not_identified', 'transferred', 'owned_by_another',
             'not_transferred', 'alias_conflict', 'entitlement_not_shared', 'left_household',
             'sharer_left', 'only_owner_shares', 'grant_not_shared', 'store_family_share',
             'ended_before_joining')
         then 'running ' || code else code end);
