-- Stores the results of deliveries to an endpoint, and when failed ones are retried.
--
-- The caller has locked the endpoint.
-- Locks: none beyond the caller's.

create function api.note_attempts(
    endpoint_id uuid, numbers bigint[], errors text[], http_statuses integer[],
    durations_milliseconds integer[], retry_after_seconds integer[], as_of timestamptz)
returns void
language plpgsql volatile
as $$
begin
    insert into entitlements.deliveries as delivery
           (tenant_id, endpoint_id, number, attempts, first_attempt_at, last_attempt_at,
            duration_milliseconds, http_status, first_error, due_at)
    select entitlements.current_tenant_id(), note_attempts.endpoint_id, attempt.number, 1,
           note_attempts.as_of, note_attempts.as_of, attempt.milliseconds, attempt.status,
           nullif(attempt.error, ''),
           case when attempt.error <> ''
                then note_attempts.as_of + greatest(
                         api.retry_delay(attempt.number, 1),
                             api.asked_pause(attempt.retry_after)) end
      from unnest(note_attempts.numbers, note_attempts.errors, note_attempts.http_statuses,
                  note_attempts.durations_milliseconds, note_attempts.retry_after_seconds)
           as attempt (number, error, status, milliseconds, retry_after)
        on conflict on constraint deliveries_pkey do update
       set attempts = delivery.attempts + 1,
           last_attempt_at = excluded.last_attempt_at,
           duration_milliseconds = excluded.duration_milliseconds,
           http_status = excluded.http_status,
           first_error = coalesce(delivery.first_error, excluded.first_error),
           due_at = case when excluded.due_at is not null
                         then greatest(
                             excluded.due_at,
                             note_attempts.as_of
                             + api.retry_delay(delivery.number, delivery.attempts + 1)) end;
end
$$;
