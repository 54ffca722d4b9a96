-- Raises if the hour had too many wrong codes, of the app user or of the tenant.
--
-- A right code is refused as well, so that guessing on is useless. All ids of the app user count,
-- so that another id gives no new attempts. Their counts stay locked: a wrong code that comes
-- meanwhile is counted after this one.
-- Locks: the counts.
-- Raises: too_many_code_attempts 429, with retry_at.

create function api.require_code_attempts_left(app_user_id text, as_of timestamptz) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.code_rules := api.code_rules();
    _hour constant timestamptz := date_trunc('hour', as_of, 'UTC');
    _attempts constant integer[] := array(
        select counted.attempts from entitlements.code_attempts counted
         where counted.tenant_id = _tenant_id and counted.hour = _hour
           and counted.app_user_id = any (
               api.ids_of_app_user(require_code_attempts_left.app_user_id)
               || require_code_attempts_left.app_user_id)
         order by counted.app_user_id
           for no key update);
begin
    if (select sum(own.attempts) from unnest(_attempts) as own (attempts))
           >= _rules.attempts_per_hour
       or exists (
           select from entitlements.code_attempts counted
            where counted.tenant_id = _tenant_id and counted.app_user_id = ''
              and counted.hour = _hour and counted.attempts >= _rules.tenant_attempts_per_hour
              for share) then
        raise sqlstate 'PT429' using message = 'too_many_code_attempts',
            detail = 'There were too many wrong codes; try again in the next hour.',
            hint = api.next_code_attempt_json(as_of);
    end if;
end
$$;
