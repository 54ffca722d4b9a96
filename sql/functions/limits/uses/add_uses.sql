-- Counts used amounts, each under the id and at the moment of its use.
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
    _moment timestamptz;
    _late record;
begin
    for _moment in
        select distinct use.made_at from unnest(add_uses.taken) as use
         where use.status = 'used' order by use.made_at
    loop
        insert into entitlements.uses as counted
               (tenant_id, app_user_id, limit_id, used_at, amount, total)
        select _tenant_id, use.app_user_id, use.limit_id, _moment, use.amount,
               coalesce(earlier.total, later.total - later.amount, 0) + use.amount
          from api.summed_uses(add_uses.taken, _moment) as use
          left join lateral (
               select own.total from entitlements.uses own
                where own.tenant_id = _tenant_id and own.app_user_id = use.app_user_id
                  and own.limit_id = use.limit_id and own.used_at <= _moment
                order by own.used_at desc limit 1) as earlier on true
          left join lateral (
               select own.total, own.amount from entitlements.uses own
                where own.tenant_id = _tenant_id and own.app_user_id = use.app_user_id
                  and own.limit_id = use.limit_id and own.used_at > _moment
                order by own.used_at limit 1) as later on true
            on conflict on constraint uses_pkey do update
           set amount = counted.amount + excluded.amount, total = excluded.total;
        for _late in
            select use.* from api.summed_uses(add_uses.taken, _moment) as use
             cross join lateral (
                   select from entitlements.uses own
                    where own.tenant_id = _tenant_id and own.app_user_id = use.app_user_id
                      and own.limit_id = use.limit_id and own.used_at > _moment
                    limit 1) as later
        loop
            update entitlements.uses later
               set total = later.total + _late.amount
             where later.tenant_id = _tenant_id and later.app_user_id = _late.app_user_id
               and later.limit_id = _late.limit_id and later.used_at > _moment;
        end loop;
    end loop;
end
$$;
