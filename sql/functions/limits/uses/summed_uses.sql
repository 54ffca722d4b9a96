-- Returns the sum of the used amounts of each id and limit at one moment.
--
-- Pure: reads only its arguments.

create function api.summed_uses(taken entitlements.reservations[], used_at timestamptz)
returns table (app_user_id text, limit_id text, amount bigint)
language sql stable security invoker rows 64
begin atomic
    select use.app_user_id, use.limit_id, sum(use.amount)::bigint
      from unnest(summed_uses.taken) as use
     where use.status = 'used' and use.made_at = summed_uses.used_at
     group by use.app_user_id, use.limit_id;
end;
