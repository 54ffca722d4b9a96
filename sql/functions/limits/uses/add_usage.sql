-- Adds used amounts to the usage counts, each under the id of its use.
--
-- The caller has locked the app users. Reserved amounts are not counted.
-- Locks: the rows of usage.

create function api.add_usage(taken entitlements.reservations[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.usage as counted
           (tenant_id, app_user_id, limit_id, period_starts_at, used)
    select _tenant_id, used.app_user_id, used.limit_id, used.period_starts_at, sum(used.amount)
      from unnest(add_usage.taken) as used
     where used.status = 'used'
     group by used.app_user_id, used.limit_id, used.period_starts_at
        on conflict on constraint usage_pkey do update
       set used = counted.used + excluded.used;
end
$$;
