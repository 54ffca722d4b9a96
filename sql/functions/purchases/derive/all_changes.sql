-- Returns the changes of two steps of a write together.
--
-- Pure: reads only its arguments.

create function api.all_changes(one entitlements.changes, other entitlements.changes)
returns entitlements.changes
language sql stable
return row(
    (one).app_user_uuids || (other).app_user_uuids,
    (one).purchase_ids || (other).purchase_ids,
    (one).owner_uuids || (other).owner_uuids)::entitlements.changes;
