-- Counts used amounts of one moment, each under the id of its use.
--
-- The caller has locked the app users. Reserved amounts are not counted. A use from before other
-- uses, such as a confirmed reservation, raises the totals after it. What an entitlement without a
-- limit covered has a total of its own.
-- Locks: the rows of uses.

create function api.add_uses(taken entitlements.reservations[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _moment constant timestamptz := (add_uses.taken[1]).made_at;
begin
    if _moment is null then
        return; -- Every use is refused, or repeats a reference.
    end if;
    with counted as materialized (
        select use.app_user_id, use.limit_id, use.amount, use.covered,
               newest.used_at > _moment as is_late,
               coalesce(before.total, 0) as total_before,
               coalesce(before.covered_total, 0) as covered_before
          from (select used.app_user_id, used.limit_id, sum(used.amount)::bigint as amount,
                       coalesce(sum(used.amount) filter (where used.is_covered), 0)::bigint
                           as covered
                  from unnest(add_uses.taken) as used
                 where used.status = 'used'
                 group by used.app_user_id, used.limit_id) as use
          left join lateral (
               select own.used_at, own.total, own.covered_total from entitlements.uses own
                where own.tenant_id = _tenant_id and own.app_user_id = use.app_user_id
                  and own.limit_id = use.limit_id
                order by own.used_at desc limit 1) as newest on true
          left join lateral (
               select newest.total, newest.covered_total where newest.used_at <= _moment
                union all
               select late.total, late.covered_total
                 from api.totals_before(use.app_user_id, use.limit_id, _moment) as late
                where newest.used_at > _moment) as before on true
    ), raised as (
        update entitlements.uses later
           set total = later.total + counted.amount,
               covered_total = later.covered_total + counted.covered
          from counted
         -- By place (plans: rule 3).
         cross join lateral (
               select one.ctid as place from entitlements.uses one
                where one.tenant_id = _tenant_id and one.app_user_id = counted.app_user_id
                  and one.limit_id = counted.limit_id and one.used_at > _moment
               offset 0) as found
         where counted.is_late and later.ctid = found.place)
    insert into entitlements.uses as stored
           (tenant_id, app_user_id, limit_id, used_at, amount, total, covered, covered_total)
    select _tenant_id, counted.app_user_id, counted.limit_id, _moment, counted.amount,
           counted.total_before + counted.amount, counted.covered,
           counted.covered_before + counted.covered
      from counted
        on conflict on constraint uses_pkey do update
       set amount = stored.amount + excluded.amount, total = excluded.total,
           covered = stored.covered + excluded.covered, covered_total = excluded.covered_total;
end
$$;
