-- Stores grants as evidence and folds them, and returns what changed.
--
-- Each grant is a purchase of the store `hearth` with the grant's id. The caller has locked the app
-- users, computed each grant by asked_grant, and calls derive once.
-- Each grant has an audit entry, with its actor and reason.
-- Locks: the inserted purchases.

create function api.add_grants(given entitlements.grants[]) returns entitlements.changes
language plpgsql volatile
as $$
declare
    _entries constant entitlements.evidence[] := api.grant_evidence(given);
    _purchase_ids constant uuid[] := array(select evidence.purchase_id
                                           from unnest(_entries) as evidence);
    _opened entitlements.purchases[];
begin
    with opened as (
        insert into entitlements.purchases as purchase
               (tenant_id, purchase_id, environment, store, chain_id)
        select evidence.tenant_id, evidence.purchase_id, evidence.environment, evidence.store,
               -- A space: no store's transaction has this name.
               'grant ' || evidence.purchase_id
          from unnest(_entries) as evidence
        returning purchase)
    select array_agg(opened.purchase order by array_position(
               _purchase_ids, (opened.purchase).purchase_id))
      into _opened from opened;
    insert into entitlements.grants select granted.* from unnest(given) as granted;
    perform api.add_evidence(_entries, _purchase_ids);
    with audited as (
        insert into entitlements.audit_entries as entry
               (tenant_id, recorded_at, action, actor, reason, app_user_ids, before, after)
        select granted.tenant_id, granted.granted_at, 'grant', granted.actor, granted.reason,
               array[granted.app_user_id], '[]',
               jsonb_build_array(api.grant_json(granted, granted.granted_at))
          from unnest(given) as granted
        returning entry.*)
    insert into entitlements.audited_app_users (tenant_id, app_user_id, recorded_at, audit_id)
    select audited.tenant_id, audited.app_user_ids[1], audited.recorded_at, audited.audit_id
      from audited;
    return api.store_purchases(_opened, array(
        select api.fold_purchase_step(null, evidence, null) from unnest(_entries) as evidence));
end
$$;
