-- Raises if an end user made too many wrong claims.
--
-- A right claim is refused as well, so that guessing on is useless. All ids of the app user count,
-- so that another id gives no new attempts. Without an issuer a key vouches: nothing is refused.
-- Locks: none, because claims lock app users before they are counted.
-- Raises: too_many_attempts 429, with retry_at.

create function api.require_claim_attempts_left(app_user_id text, issuer text, as_of timestamptz)
returns void
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.people_rules := api.people_rules();
    _hour constant timestamptz :=
        date_trunc('hour', require_claim_attempts_left.as_of, 'UTC');
    _own_of_hour bigint;
    _own_of_day bigint;
    _of_issuer bigint;
begin
    if require_claim_attempts_left.issuer is null then
        return;
    end if;
    select coalesce(sum(own.attempts) filter (where own.hour = _hour), 0),
           coalesce(sum(own.attempts), 0)
      into _own_of_hour, _own_of_day
      from entitlements.claim_attempts own
     where own.tenant_id = _tenant_id
       and own.hour > _hour - interval '1 day' and own.hour <= _hour
       and own.app_user_id = any (
           api.ids_of_app_user(require_claim_attempts_left.app_user_id)
           || require_claim_attempts_left.app_user_id);
    select coalesce(sum(counted.attempts), 0) into _of_issuer
      from entitlements.claim_attempts counted
     where counted.tenant_id = _tenant_id and counted.app_user_id = ''
       and counted.issuer = require_claim_attempts_left.issuer and counted.hour = _hour;
    if api.is_guessed_out(
           _own_of_hour, _own_of_day, _of_issuer, _rules.claim_attempts_per_hour,
           _rules.tenant_claim_attempts_per_hour) then
        raise sqlstate 'PT429' using message = 'too_many_attempts',
            detail = 'There were too many wrong claims. Try again in an hour.',
            hint = api.next_attempt_json(require_claim_attempts_left.as_of);
    end if;
end
$$;
