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
language plpgsql stable rows 64
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select request.number::integer, request.limit_id, request.amount, request.used_at,
           row_number() over (
               partition by coalesce(state.household_id, request.app_user_uuid), request.limit_id
                   order by request.app_user_uuid, request.turn, request.number) = 1,
           row_number() over (
               partition by coalesce(state.household_id, request.app_user_uuid), request.limit_id,
                            request.app_user_uuid
                   order by request.turn, request.number) = 1,
           request.number > request.turn, state, made.earlier,
           row(_tenant_id,
               case when request.reference is not null or request.seconds is not null
                    then gen_random_uuid() end,
               request.app_user_id, request.limit_id, state.since, request.amount,
               request.reference, case when request.seconds is null then 'used' else 'reserved' end,
               coalesce(request.used_at, asked_uses.as_of),
               asked_uses.as_of + make_interval(secs => request.seconds),
               case when request.used_at is null then state.allowed is null
                    else coalesce((
                        select past.allowed is null
                          from api.limit_states(
                                   array[request.app_user_id], array[request.limit_id],
                                   asked_uses.environment, request.used_at) as past), false) end)
           ::entitlements.reservations -- The last says whether an unlimited entitlement covers it.
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
                on known.tenant_id = _tenant_id and known.app_user_id = use.app_user_id) as request
      left join api.limit_states(
               asked_uses.app_user_ids, asked_uses.limit_ids, asked_uses.environment,
               asked_uses.as_of) as state
        on state.app_user_id = request.app_user_id and state.limit_id = request.limit_id
      left join lateral (
           select again.earlier
             from entitlements.app_user_ids own
            cross join lateral (
                  select earlier from entitlements.reservations earlier
                   where earlier.tenant_id = _tenant_id
                     and earlier.app_user_id = own.app_user_id
                     and earlier.limit_id = request.limit_id
                     and earlier.reference = request.reference
                     and (earlier.status = 'used' or earlier.status = 'reserved'
                          and earlier.expires_at > asked_uses.as_of)
                  offset 0) as again
            where request.reference is not null
              and own.tenant_id = _tenant_id and own.app_user_uuid = request.app_user_uuid
            order by (again.earlier).made_at
            limit 1) as made on true
     order by coalesce(state.household_id, request.app_user_uuid), request.limit_id,
     request.app_user_uuid,
              request.turn, request.number;
end
$$;
