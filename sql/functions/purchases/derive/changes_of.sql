-- Returns a `changes` value from its parts.
--
-- Pure: reads only its arguments.

create function api.changes_of(
    app_user_uuids uuid[] default '{}', purchase_ids uuid[] default '{}',
    owner_uuids uuid[] default '{}')
returns entitlements.changes
language sql stable
return row(app_user_uuids, purchase_ids, owner_uuids)::entitlements.changes;
