-- Sets a part of a limit aside for a person until it is confirmed, released or too old: what takes
-- long, and may fail, is neither counted too early nor begun in vain.
--
-- Called with a secret key. It belongs to the period in which it was made, whenever it ends.
-- Idempotent by its reference, as consume_limit.
-- Locks: the app user → usage and reservations.
-- Raises: limit_not_in_catalog 404, limit_reached 429, reference_reused 422.

create function api.reserve_limit(
    app_user_id text, limit_id text, amount integer, reference text, expires_in_seconds integer,
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
               reserve_limit.app_user_id, reserve_limit.limit_id, reserve_limit.amount,
               reserve_limit.reference, reserve_limit.expires_in_seconds,
               reserve_limit.environment, reserve_limit.as_of)
           as used;
end
$$;

grant execute
    on function api.reserve_limit(text, text, integer, text, integer, text, timestamptz)
    to hearth_server;
comment on function api.reserve_limit(text, text, integer, text, integer, text, timestamptz) is
    'Sets a part of a limit aside for a person until it is confirmed, released or too old.';
