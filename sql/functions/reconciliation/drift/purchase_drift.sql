-- Returns the drift of one purchase that a snapshot changed.
--
-- The caller has stored all changes. `changed_ids` are the ids whose answers changed. Access is
-- affected if they include the old or new owner, and access, owner or entitlements differ.

create function api.purchase_drift(
    snapshot entitlements.snapshots, before entitlements.purchases, after entitlements.purchases,
    as_of timestamptz, changed_ids text[])
returns entitlements.drift
language plpgsql stable
as $$
declare
    _drift entitlements.drift;
begin
    _drift.app_user_id := snapshot.app_user_id;
    _drift.purchase_id := after.purchase_id;
    _drift.environment := after.environment;
    _drift.product_id := after.product_id;
    _drift.before := api.purchase_state(before, purchase_drift.as_of);
    _drift.after := api.purchase_state(after, purchase_drift.as_of);
    _drift.cause := api.drift_cause(snapshot, before, after);
    _drift.access_affected :=
        array[before.owner_app_user_id, after.owner_app_user_id] && changed_ids
        and (coalesce(_drift.before ->> 'is_active', 'false') <> _drift.after ->> 'is_active'
             or before.owner_uuid is distinct from after.owner_uuid
             or _drift.before -> 'entitlement_ids'
                is distinct from _drift.after -> 'entitlement_ids');
    return _drift;
end
$$;
