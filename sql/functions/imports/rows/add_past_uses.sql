-- Counts uses made at several moments, and raises the totals of later uses.
--
-- The caller has locked the app users. add_uses counts uses of one moment only.
-- Locks: the rows of uses.

create function api.add_past_uses(taken entitlements.reservations[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    with line as materialized (
        select used.app_user_id, used.limit_id, used.made_at as used_at,
               sum(used.amount)::bigint as amount
          from unnest(add_past_uses.taken) as used
         group by used.app_user_id, used.limit_id, used.made_at),
    begun as (
        select line.app_user_id, line.limit_id, min(line.used_at) as used_at,
               array_agg(line.used_at) as moments, array_agg(line.amount) as amounts
          from line group by line.app_user_id, line.limit_id),
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
    select _tenant_id, line.app_user_id, line.limit_id, line.used_at, line.amount,
           coalesce(earlier.total, later.total - later.amount, 0) + sum(line.amount) over (
               partition by line.app_user_id, line.limit_id order by line.used_at),
           coalesce(earlier.covered_total, later.covered_total - later.covered, 0)
      from line
      left join lateral (
           select own.total, own.covered_total from entitlements.uses own
            where own.tenant_id = _tenant_id and own.app_user_id = line.app_user_id
              and own.limit_id = line.limit_id and own.used_at <= line.used_at
            order by own.used_at desc limit 1) as earlier on true
      left join lateral (
           select own.total, own.amount, own.covered_total, own.covered from entitlements.uses own
            where own.tenant_id = _tenant_id and own.app_user_id = line.app_user_id
              and own.limit_id = line.limit_id and own.used_at > line.used_at
            order by own.used_at limit 1) as later on true
        on conflict on constraint uses_pkey do update
       set amount = counted.amount + excluded.amount, total = excluded.total;
end
$$;
