-- Deletes old uses from the history of limits, and returns how many rows.
--
-- No window is longer than they are kept. Limits that never reset go on counting them: their sum is
-- kept. Exception: a pool that never resets keeps its uses, because the moment of each decides
-- which household counts it. Deletes at most `maximum` rows, to keep locks short.
-- Locks: the rows it deletes, skipping locked rows → usage by key.

create function api.prune_uses(
    keep_days integer, maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _pruned bigint;
begin
    with old as materialized (
        select use.tenant_id, use.app_user_id, use.limit_id, use.used_at
          from entitlements.uses use
         where use.used_at < coalesce(prune_uses.as_of, now())
                             - make_interval(days => prune_uses.keep_days)
           and use.tenant_id <> all (_away)
           and use.amount > 0 -- The condition of the index by age.
           and not exists (
               select from entitlements.limits pooled
                where pooled.tenant_id = use.tenant_id and pooled.limit_id = use.limit_id
                  and pooled.is_pooled and pooled.period is null
                  and pooled.rolling_hours is null)
         order by use.used_at
         limit prune_uses.maximum
           for update skip locked
    ), deleted as (
        delete from entitlements.uses use
         using old
         where use.tenant_id = old.tenant_id and use.app_user_id = old.app_user_id
           and use.limit_id = old.limit_id and use.used_at = old.used_at
        returning use.tenant_id, use.app_user_id, use.limit_id, use.amount, use.covered
    ), kept as (
        insert into entitlements.usage as known
               (tenant_id, app_user_id, limit_id, used, covered)
        select deleted.tenant_id, deleted.app_user_id, deleted.limit_id, sum(deleted.amount),
               sum(deleted.covered)
          from deleted
         group by deleted.tenant_id, deleted.app_user_id, deleted.limit_id
         order by deleted.tenant_id, deleted.app_user_id, deleted.limit_id
            on conflict on constraint usage_pkey do update
           set used = known.used + excluded.used, covered = known.covered + excluded.covered
    )
    select count(*) into _pruned from deleted;
    return _pruned;
end
$$;
