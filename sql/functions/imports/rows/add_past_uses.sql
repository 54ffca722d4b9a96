-- Counts uses of several moments, and raises the totals of the uses after them.
--
-- The caller has locked the app users. Unlike add_uses, it takes many moments at once.
-- Locks: the rows of uses.

create function api.add_past_uses(taken entitlements.reservations[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    with told as materialized (
        select used.app_user_id, used.limit_id, used.made_at as used_at,
               sum(used.amount)::bigint as amount
          from unnest(add_past_uses.taken) as used
         group by used.app_user_id, used.limit_id, used.made_at),
    begun as (
        select told.app_user_id, told.limit_id, min(told.used_at) as used_at,
               array_agg(told.used_at) as moments, array_agg(told.amount) as amounts
          from told group by told.app_user_id, told.limit_id),
    raised as (
        update entitlements.uses later
           set total = later.total + (
                   select sum(new.amount) from unnest(begun.moments, begun.amounts)
                          as new (used_at, amount)
                    where new.used_at < later.used_at)
          from begun
         where later.tenant_id = _tenant_id and later.app_user_id = begun.app_user_id
           and later.limit_id = begun.limit_id and later.used_at > begun.used_at
           and later.used_at <> all (begun.moments))
    insert into entitlements.uses as counted
           (tenant_id, app_user_id, limit_id, used_at, amount, total, covered_total)
    select _tenant_id, told.app_user_id, told.limit_id, told.used_at, told.amount,
           coalesce(earlier.total, later.total - later.amount, 0) + sum(told.amount) over (
               partition by told.app_user_id, told.limit_id order by told.used_at),
           coalesce(earlier.covered_total, later.covered_total - later.covered, 0)
      from told
      left join lateral (
           select own.total, own.covered_total from entitlements.uses own
            where own.tenant_id = _tenant_id and own.app_user_id = told.app_user_id
              and own.limit_id = told.limit_id and own.used_at <= told.used_at
            order by own.used_at desc limit 1) as earlier on true
      left join lateral (
           select own.total, own.amount, own.covered_total, own.covered from entitlements.uses own
            where own.tenant_id = _tenant_id and own.app_user_id = told.app_user_id
              and own.limit_id = told.limit_id and own.used_at > told.used_at
            order by own.used_at limit 1) as later on true
        on conflict on constraint uses_pkey do update
       set amount = counted.amount + excluded.amount, total = excluded.total;
end
$$;
