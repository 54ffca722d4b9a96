-- Returns when an end user may guess again after too many wrong guesses: in the next hour.
--
-- Pure: reads only its argument.

create function api.next_attempt_json(as_of timestamptz) returns json
language plpgsql stable
as $$
declare
    _next constant timestamptz := date_trunc('hour', as_of, 'UTC') + interval '1 hour';
begin
    return json_build_object(
        'retry_at', api.rfc3339(_next),
        'retry_after_seconds', ceil(extract(epoch from _next - as_of))::integer);
end
$$;
