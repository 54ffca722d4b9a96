-- Returns whether a purchase gives its owner access at a moment.
--
-- Pure: reads nothing but its arguments.

create function api.gives_access(state entitlements.purchases, as_of timestamptz) returns boolean
language sql stable
return state.owner_app_user_id is not null
    and state.access_starts_at <= as_of and as_of < state.access_ends_at;
