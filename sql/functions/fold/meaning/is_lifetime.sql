-- Returns whether a purchase was paid once and is for ever: only a refund ends it.
--
-- A grant is none, because RevenueCat's dashboard ends it, and neither is a family's share, which
-- ends with the family.

create function api.is_lifetime(state entitlements.purchases) returns boolean
language sql immutable
return state.is_one_time and state.never_expires and not state.is_family_share
    and state.store <> 'promotional';
