-- Counts used amounts of one moment, each under the id of its use.
--
-- The caller has locked the app users. Reserved amounts are not counted. A use from before other
-- uses, such as a confirmed reservation, raises the totals after it.
-- Locks: the rows of uses.

create function api.add_uses(taken entitlements.reservations[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _moment constant timestamptz := (add_uses.taken[1]).made_at;
begin
    if _moment is null then
        return; -- Every use is refused, or repeats a reference.
    end if;
    with counted as materialized (
        select use.app_user_id, use.limit_id, use.amount, newest.used_at > _moment as is_late,
               case when newest.used_at <= _moment then newest.total else coalesce(
                   (select earlier.total from entitlements.uses earlier
                     where earlier.tenant_id = _tenant_id
                       and earlier.app_user_id = use.app_user_id
                       and earlier.limit_id = use.limit_id and earlier.used_at <= _moment
                     order by earlier.used_at desc limit 1),
                   (select later.total - later.amount from entitlements.uses later
                     where later.tenant_id = _tenant_id and later.app_user_id = use.app_user_id
                       and later.limit_id = use.limit_id and later.used_at > _moment
                     order by later.used_at limit 1),
                   0) end as total_before
          from (select used.app_user_id, used.limit_id, sum(used.amount)::bigint as amount
                  from unnest(add_uses.taken) as used
                 where used.status = 'used'
                 group by used.app_user_id, used.limit_id) as use
          left join lateral (
               select own.used_at, own.total from entitlements.uses own
                where own.tenant_id = _tenant_id and own.app_user_id = use.app_user_id
                  and own.limit_id = use.limit_id
                order by own.used_at desc limit 1) as newest on true
    ), raised as (
        update entitlements.uses later
           set total = later.total + counted.amount
          from counted
         -- By place: a plan made without statistics reads all uses of the tenant otherwise.
         cross join lateral (
               select one.ctid as place from entitlements.uses one
                where one.tenant_id = _tenant_id and one.app_user_id = counted.app_user_id
                  and one.limit_id = counted.limit_id and one.used_at > _moment
               offset 0) as found
         where counted.is_late and later.ctid = found.place)
    insert into entitlements.uses as stored
           (tenant_id, app_user_id, limit_id, used_at, amount, total)
    select _tenant_id, counted.app_user_id, counted.limit_id, _moment, counted.amount,
           counted.total_before + counted.amount
      from counted
        on conflict on constraint uses_pkey do update
       set amount = stored.amount + excluded.amount, total = excluded.total;
end
$$;
