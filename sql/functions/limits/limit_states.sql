-- How far a person has used what the catalog limits, and how far they may: all limits, or one.
--
-- internal: called by get_limits, use_limit and usage_answer.
-- What counts is what was used under any of their ids in this period, and what is set aside and has
-- not expired. The highest of what everybody may and what their active entitlements allow is
-- theirs; `allowed` is null where one of these knows no limit.
-- Locks: none.

create function api.limit_states(
    app_user_id text, environment text, as_of timestamptz, limit_id text default null)
returns table (
    id text, allowed bigint, used bigint, period_starts_at timestamptz, resets_at timestamptz)
language plpgsql stable security invoker rows 10
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := api.own_app_user_ids(limit_states.app_user_id);
    _active constant text[] := array(
        select entry.key
          from api.get_entitlements(
                   limit_states.app_user_id, limit_states.environment, limit_states.as_of)
               as found
         cross join lateral json_each(found.answer -> 'entitlements') as entry
         where (entry.value ->> 'is_active')::boolean);
begin
    return query
    select stated.limit_id,
           case when not lifted.is_unlimited then greatest(stated.free_amount, lifted.amount) end,
           counted.used + held.amount, period.starts_at, period.resets_at
      from entitlements.limits stated
     cross join lateral api.limit_period(stated.period, limit_states.as_of) as period
     cross join lateral (
           select coalesce(bool_or(lifting.amount is null), false) as is_unlimited,
                  max(lifting.amount) as amount
             from entitlements.limit_entitlements lifting
            where lifting.tenant_id = _tenant_id and lifting.limit_id = stated.limit_id
              and lifting.entitlement_id = any (_active)) as lifted
     cross join lateral (
           select coalesce(sum(own.used), 0)::bigint as used
             from entitlements.usage own
            where own.tenant_id = _tenant_id and own.app_user_id = any (_ids)
              and own.limit_id = stated.limit_id
              and own.period_starts_at = period.starts_at) as counted
     cross join lateral (
           select coalesce(sum(reserved.amount), 0)::bigint as amount
             from entitlements.reservations reserved
            where reserved.tenant_id = _tenant_id and reserved.app_user_id = any (_ids)
              and reserved.limit_id = stated.limit_id and reserved.status = 'reserved'
              and reserved.period_starts_at = period.starts_at
              and reserved.expires_at > limit_states.as_of) as held
     where stated.tenant_id = _tenant_id
       and (limit_states.limit_id is null or stated.limit_id = limit_states.limit_id);
end
$$;

grant execute on function api.limit_states(text, text, timestamptz, text) to hearth_server;
comment on function api.limit_states(text, text, timestamptz, text) is
    'How far a person has used what the catalog limits, and how far they may.';
