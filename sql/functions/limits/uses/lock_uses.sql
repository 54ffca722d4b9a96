-- Locks app users whose uses of limits are about to be counted, with the pools that these count in.
--
-- An unknown id becomes an app user. With a pool, all members use one allowance, so its household
-- is locked too: no other member's use, join or departure happens at the same time.
-- Limits that the catalog lacks have nothing to lock.
-- An app user may join or leave a household during the wait, so the households are looked up again
-- until all of them are locked.
-- Locks: households by id → app users by uuid.

create function api.lock_uses(app_user_ids text[], limit_ids text[]) returns void
language plpgsql volatile
as $$
declare
    _locked text[];
    _pooled text[];
    _households uuid[] := array[]::uuid[];
begin
    select array_agg(request.app_user_id),
           array_agg(request.app_user_id) filter (where stated.is_pooled)
      into _locked, _pooled
      from unnest(lock_uses.app_user_ids, lock_uses.limit_ids) as request (app_user_id, limit_id)
      join entitlements.limits stated
        on stated.tenant_id = entitlements.current_tenant_id()
       and stated.limit_id = request.limit_id;
    loop
        if _pooled is not null then
            _households := api.lock_households_of(_pooled);
        end if;
        perform api.lock_app_users(_locked);
        exit when _pooled is null or _households @> api.households_of(_pooled);
    end loop;
end
$$;
