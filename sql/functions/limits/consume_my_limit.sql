-- Counts a use of a limit by the end user, if the tenant lets end users use it.
--
-- Called with an end user's token, for its app user. Uses are never dated back.
-- Idempotent by reference; without one, every use counts.
-- Null: use_reference, answer, refusal, detail.
-- Locks: as use_limits.
-- Raises: limit_not_consumable 403.
-- Refuses: limit_not_in_catalog 404, limit_reached 429, reference_reused 422.

create function api.consume_my_limit(
    app_user_id text, limit_id text, amount integer, use_reference text, environment text,
    as_of timestamptz default null)
returns table (
    number integer, answered_as_of timestamptz, answer json, refusal text, detail text)
language plpgsql volatile rows 1
as $$
begin
    if exists (
        select from entitlements.limits known
          join entitlements.tenants tenant on tenant.tenant_id = known.tenant_id
         where known.tenant_id = entitlements.current_tenant_id()
           and known.limit_id = consume_my_limit.limit_id
           and (tenant.definition #> '{end_users,may_consume}' ? known.limit_id) is not true) then
        raise sqlstate 'PT403' using message = 'limit_not_consumable',
            detail = 'Only the tenant''s server may use this limit.';
    end if;
    return query
    select used.number, used.answered_as_of, used.answer, used.refusal, used.detail
      from api.use_limits(
               array[consume_my_limit.app_user_id], array[consume_my_limit.limit_id],
               array[consume_my_limit.amount], array[consume_my_limit.use_reference],
               array[null::integer], array[null::timestamptz], consume_my_limit.environment,
               consume_my_limit.as_of) as used;
end
$$;
