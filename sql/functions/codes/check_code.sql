-- Returns what a code would give an app user; changes only the count of wrong codes.
--
-- Called with a secret or an admin key, or for an end user. An unknown app user is not created.
-- The answers and refusals are those of redeem_code, so that checking helps a guesser no more.
-- `issuer` is that of an end user's token, and null for a key.
-- Locks: the counts of wrong codes.
-- Refuses: code_not_found 404, too_many_code_attempts 429.
-- Raises: too_many_code_attempts 429, code_expired 410, code_used_up 409, code_not_for_you 409.

create function api.check_code(
    app_user_id text, code_digest bytea, issuer text default null,
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json, refusal text)
language plpgsql volatile rows 1
as $$
declare
    _id constant text := check_code.app_user_id;
    _referrer constant text := api.referrer_of_code(check_code.code_digest);
    _rules constant entitlements.referral_rules := api.referral_rules();
    _code entitlements.codes;
    _campaign entitlements.code_campaigns;
begin
    answered_as_of := coalesce(check_code.as_of, clock_timestamp());
    perform api.require_code_attempts_left(_id, check_code.issuer, answered_as_of);
    select * into _code from api.open_code(check_code.code_digest, answered_as_of);
    if not found and _referrer is not null then
        perform api.require_referable(_id, _referrer, answered_as_of);
        answer := json_build_object(
            'gives', case when not _rules.gives_referred is null
                          then api.reward_json(_rules.gives_referred) end,
            'hold_days', _rules.hold_days);
        return next;
        return;
    elsif _code.code_id is null then
        refusal := api.count_wrong_code(_id, check_code.issuer, answered_as_of);
        answer := case when refusal <> 'code_not_found'
                       then api.next_attempt_json(answered_as_of) end;
        return next;
        return;
    end if;
    select campaign.* into strict _campaign from entitlements.code_campaigns campaign
     where campaign.tenant_id = _code.tenant_id and campaign.campaign_id = _code.campaign_id;
    perform api.require_redeemable(
        _code, _campaign, _id, api.counted_app_user_ids(_id), answered_as_of);
    answer := json_build_object(
        'campaign_id', _campaign.campaign_id,
        'gives', api.reward_json(_campaign.gives),
        'valid_until', api.rfc3339(_campaign.valid_until));
    return next;
end
$$;
