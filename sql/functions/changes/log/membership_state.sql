-- Returns what the change log keeps of a membership; null if there is none.
--
-- With `access_ends_at`, the membership has ended, and its grace still gives access.
-- Pure: reads only its argument.

create function api.membership_state(membership entitlements.synced_household_members)
returns json
language sql stable
return case when membership.id is not null then json_build_object(
    'household_id', membership.household_id,
    'role', membership.role,
    'access_ends_at', api.rfc3339(to_timestamp(membership.access_ends_at_ms / 1000.0))) end;
