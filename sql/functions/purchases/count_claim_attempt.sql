-- Counts an attempt to claim, and refuses it if the hour had too many.
--
-- Counts for the app user and for the tenant. The routes call it before any lookup, so that a
-- refusal reveals nothing, and in its own transaction, so that failed attempts count.
-- Locks: the two counts.
-- Raises: too_many_attempts 429.

create function api.count_claim_attempt(app_user_id text, as_of timestamptz default null)
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _rules constant entitlements.people_rules := api.people_rules();
    _as_of constant timestamptz := coalesce(count_claim_attempt.as_of, now());
    _hour constant timestamptz := date_trunc('hour', _as_of, 'UTC');
    _counted record;
begin
    for _counted in
        insert into entitlements.claim_attempts as counted (tenant_id, app_user_id, hour, attempts)
        values (entitlements.current_tenant_id(), '', _hour, 1),
               (entitlements.current_tenant_id(), count_claim_attempt.app_user_id, _hour, 1)
            on conflict on constraint claim_attempts_pkey do update
           set attempts = counted.attempts + 1
        returning counted.app_user_id, counted.attempts
    loop
        if _counted.attempts > (case _counted.app_user_id
               when '' then _rules.tenant_claim_attempts_per_hour
               else _rules.claim_attempts_per_hour end) then
            raise sqlstate 'PT429' using message = 'too_many_attempts',
                detail = 'There were too many attempts to claim; try again in the next hour.',
                hint = json_build_object(
                    'retry_at', api.rfc3339(_hour + interval '1 hour'),
                    'retry_after_seconds',
                    ceil(extract(epoch from _hour + interval '1 hour' - _as_of))::integer);
        end if;
    end loop;
end
$$;
