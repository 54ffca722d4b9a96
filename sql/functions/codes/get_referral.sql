-- Returns an app user's referral code and what came of it; the first time, the code is stored.
--
-- Called with a secret or an admin key, or for an end user. `codes` are candidates, with their
-- digests, for an app user without a code. All ids of the app user count; the oldest code is shown.
-- Idempotent: the code stays.
-- Locks: the app user, if they have no code yet.
-- Raises: referrals_not_offered 404.

create function api.get_referral(
    app_user_id text, codes text[], digests bytea[], as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.referral_rules := api.referral_rules();
    _code text := api.referral_code(get_referral.app_user_id);
begin
    if _rules.tenant_id is null then
        raise sqlstate 'PT404' using message = 'referrals_not_offered',
            detail = 'The tenant file has no referrals.';
    end if;
    if _code is null then
        perform api.lock_app_user(get_referral.app_user_id);
        _code := api.referral_code(get_referral.app_user_id);
    end if;
    answered_as_of := coalesce(get_referral.as_of, clock_timestamp());
    if _code is null then
        insert into entitlements.referral_codes as made
               (tenant_id, app_user_id, code, digest, created_at)
        select _tenant_id, get_referral.app_user_id, candidate.code, candidate.digest,
               answered_as_of
          from unnest(get_referral.codes, get_referral.digests) as candidate (code, digest)
         where not exists (
               select from entitlements.referral_codes taken
                where taken.tenant_id = _tenant_id and taken.digest = candidate.digest)
           and not exists (
               select from entitlements.codes taken
                where taken.tenant_id = _tenant_id and taken.digest = candidate.digest)
         limit 1
        returning made.code into strict _code;
    end if;
    answer := api.referral_counts_json(get_referral.app_user_id, _code, answered_as_of);
    return next;
end
$$;
