-- Raises if an end user presented too many wrong codes.
--
-- A right code is refused as well, so that guessing on is useless. All ids of the app user count,
-- so that another id gives no new attempts. Their counts stay locked: a wrong code that comes
-- meanwhile is counted after this one. Without an issuer a key vouches, and nothing is refused.
-- Locks: the counts.
-- Raises: too_many_code_attempts 429, with retry_at.

create function api.require_code_attempts_left(app_user_id text, issuer text, as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.code_rules := api.code_rules();
    _hour constant timestamptz :=
        date_trunc('hour', require_code_attempts_left.as_of, 'UTC');
    _own_of_hour bigint;
    _own_of_day bigint;
    _of_issuer bigint;
begin
    if require_code_attempts_left.issuer is null then
        return;
    end if;
    select coalesce(sum(own.attempts) filter (where own.hour = _hour), 0),
           coalesce(sum(own.attempts), 0)
      into _own_of_hour, _own_of_day
      from (select counted.attempts, counted.hour
              from entitlements.code_attempts counted
             where counted.tenant_id = _tenant_id
               and counted.hour > _hour - interval '1 day' and counted.hour <= _hour
               and counted.app_user_id = any (
                   api.ids_of_app_user(require_code_attempts_left.app_user_id)
                   || require_code_attempts_left.app_user_id)
             order by counted.app_user_id, counted.hour
               for no key update) as own;
    select coalesce(sum(counted.attempts), 0) into _of_issuer
      from entitlements.code_attempts counted
     where counted.tenant_id = _tenant_id and counted.app_user_id = ''
       and counted.issuer = require_code_attempts_left.issuer and counted.hour = _hour;
    if api.is_guessed_out(
           _own_of_hour, _own_of_day, _of_issuer, _rules.attempts_per_hour,
           _rules.tenant_attempts_per_hour) then
        raise sqlstate 'PT429' using message = 'too_many_code_attempts',
            detail = 'There were too many wrong codes. Try again in an hour.',
            hint = api.next_attempt_json(require_code_attempts_left.as_of);
    end if;
end
$$;
