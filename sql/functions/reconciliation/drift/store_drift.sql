-- Stores the drift that snapshots found and returns the stored rows.
--
-- Also called after a dry run was undone. A purchase that only the dry run created is not named.
-- Locks: the run's rows of app users who lost access.

create function api.store_drift(
    differences entitlements.drift[], received_at timestamptz, is_dry_run boolean, run_id uuid)
returns entitlements.drift[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _added entitlements.drift[];
begin
    if cardinality(differences) = 0 then
        return differences; -- The usual case.
    end if;
    with added as (
        insert into entitlements.drift as drift
               (tenant_id, run_id, found_at, app_user_id, purchase_id, environment, product_id,
                before, after, access_affected, cause, is_dry_run)
        select _tenant_id, store_drift.run_id, store_drift.received_at, found.app_user_id,
               known.purchase_id, found.environment, found.product_id, found.before, found.after,
               found.access_affected, found.cause, store_drift.is_dry_run
          from unnest(differences) as found
          left join entitlements.purchases known
            on known.tenant_id = _tenant_id and known.purchase_id = found.purchase_id
        returning drift)
    select array_agg(added.drift) into strict _added from added;
    -- A run in which many lost access is stopped (see claim_run_app_users).
    update entitlements.run_app_users app_user
       set is_lost = true
      from unnest(differences) as found
     cross join lateral ( -- By place (plans: rule 3).
           select one.ctid as place from entitlements.run_app_users one
            where one.tenant_id = _tenant_id and one.run_id = store_drift.run_id
              and one.app_user_id = found.app_user_id
           offset 0) as lost
     where app_user.tenant_id = _tenant_id and app_user.ctid = lost.place
       and found.access_affected and (found.before ->> 'is_active')::boolean
       and not (found.after ->> 'is_active')::boolean;
    return _added;
end
$$;
