-- Counts what a person used against a limit, unless it would be more than they may.
--
-- Called with a secret key. `reference` is the caller's name for what was done.
-- Idempotent by its reference: what was counted under it is not counted again. Without one, every
-- call counts.
-- Locks: the app user → usage and reservations.
-- Raises: limit_not_in_catalog 404, limit_reached 429, reference_reused 422.

create function api.consume_limit(
    app_user_id text, limit_id text, amount integer, reference text,
    environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select used.answered_as_of, used.answer
      from api.use_limit(
               consume_limit.app_user_id, consume_limit.limit_id, consume_limit.amount,
               consume_limit.reference, null, consume_limit.environment, consume_limit.as_of)
           as used;
end
$$;

grant execute on function api.consume_limit(text, text, integer, text, text, timestamptz)
    to hearth_server;
comment on function api.consume_limit(text, text, integer, text, text, timestamptz) is
    'Counts what a person used against a limit, unless it would be more than they may.';
