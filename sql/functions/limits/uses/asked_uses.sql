-- Returns requested uses of limits, each with its usage, allowance and earlier use.
--
-- The caller has locked the app users. Rows come in the order of decision: pool by pool, and in it
-- member by member.
-- - `is_first_of_pool`: the first use of this limit by this household, or app user without one.
-- - `is_first`: the first use of this limit by this app user.
-- - `is_repeated`: the previous row has the same reference.
-- - `state`: null if the catalog lacks the limit.
-- - `made`: earlier use or reservation under the reference by any id of the app user, so that a job
--   begun before sign-up can be retried after it.
-- - `proposed`: the row to store if the use is allowed. Its reservation_id is null if only the sum
--   is kept.
-- Locks: none beyond the caller's.

create function api.asked_uses(
    app_user_ids text[], limit_ids text[], amounts integer[], use_references text[],
    expires_in_seconds integer[], used_ats timestamptz[], environment text, as_of timestamptz)
returns table (
    number integer, limit_id text, amount integer, used_at timestamptz,
    is_first_of_pool boolean, is_first boolean, is_repeated boolean,
    state entitlements.limit_state, made entitlements.reservations,
    proposed entitlements.reservations)
language plpgsql stable security invoker rows 64
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select told.number::integer, told.limit_id, told.amount, told.used_at,
           row_number() over (
               partition by coalesce(state.household_id, told.app_user_uuid), told.limit_id
                   order by told.app_user_uuid, told.turn, told.number) = 1,
           row_number() over (
               partition by coalesce(state.household_id, told.app_user_uuid), told.limit_id,
                            told.app_user_uuid
                   order by told.turn, told.number) = 1,
           told.number > told.turn, state, made.earlier,
           row(_tenant_id,
               case when told.reference is not null or told.seconds is not null
                    then gen_random_uuid() end,
               told.app_user_id, told.limit_id, state.since, told.amount,
               told.reference, case when told.seconds is null then 'used' else 'reserved' end,
               coalesce(told.used_at, asked_uses.as_of),
               asked_uses.as_of + make_interval(secs => told.seconds),
               case when told.used_at is null then state.allowed is null
                    else api.was_unlimited(
                        told.app_user_id, told.limit_id, asked_uses.environment, told.used_at) end)
           ::entitlements.reservations
      from (select use.*, known.app_user_uuid,
                   case when use.reference is null then use.number
                        else min(use.number) over (
                            partition by known.app_user_uuid, use.limit_id, use.reference)
                   end as turn
              from unnest(asked_uses.app_user_ids, asked_uses.limit_ids, asked_uses.amounts,
                          asked_uses.use_references, asked_uses.expires_in_seconds,
                          asked_uses.used_ats)
                   with ordinality
                   as use (app_user_id, limit_id, amount, reference, seconds, used_at, number)
              left join entitlements.app_user_ids known
                on known.tenant_id = _tenant_id and known.app_user_id = use.app_user_id) as told
      left join api.limit_states(
               asked_uses.app_user_ids, asked_uses.limit_ids, asked_uses.environment,
               asked_uses.as_of) as state
        on state.app_user_id = told.app_user_id and state.limit_id = told.limit_id
      left join lateral (
           select again.earlier
             from entitlements.app_user_ids own
            cross join lateral (
                  select earlier from entitlements.reservations earlier
                   where earlier.tenant_id = _tenant_id
                     and earlier.app_user_id = own.app_user_id
                     and earlier.limit_id = told.limit_id and earlier.reference = told.reference
                     and (earlier.status = 'used' or earlier.status = 'reserved'
                          and earlier.expires_at > asked_uses.as_of)
                  offset 0) as again
            where told.reference is not null
              and own.tenant_id = _tenant_id and own.app_user_uuid = told.app_user_uuid
            order by (again.earlier).made_at
            limit 1) as made on true
     order by coalesce(state.household_id, told.app_user_uuid), told.limit_id, told.app_user_uuid,
              told.turn, told.number;
end
$$;
