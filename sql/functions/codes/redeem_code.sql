-- Redeems a code for an app user: of a campaign, or the referral code of another app user.
--
-- Called with a secret or an admin key, or for an end user. `code_digest` is that of the code in
-- its one spelling. An unknown id becomes an app user, unless the code is wrong.
-- `issuer` is that of an end user's token, and null for a key: only end users' wrong codes are
-- counted. So that the count stays, their refusal is returned in `refusal` and not raised.
-- Idempotent by the Idempotency-Key, and by the code if it can be redeemed once.
-- Null: idempotency_key.
-- Locks: the counts of wrong codes → households by id → app users by uuid → the campaign → the
-- inserted purchase.
-- Refuses: code_not_found 404, too_many_code_attempts 429.
-- Raises: too_many_code_attempts 429, code_expired 410, code_used_up 409, code_not_for_you 409,
-- idempotency_key_reused 422.

create function api.redeem_code(
    app_user_id text, code_digest bytea, idempotency_key text, actor text,
    issuer text default null, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json, refusal text)
language plpgsql volatile rows 1
as $$
declare
    _id constant text := redeem_code.app_user_id;
    _code entitlements.codes;
    _app_user_uuid uuid;
    _ids text[];
    _redeemed entitlements.code_redemptions;
    _outcome text := 'already_redeemed';
begin
    answered_as_of := coalesce(redeem_code.as_of, clock_timestamp());
    perform api.require_code_attempts_left(_id, redeem_code.issuer, answered_as_of);
    select * into _code from api.open_code(redeem_code.code_digest, answered_as_of);
    if not found and api.referrer_of_code(redeem_code.code_digest) is not null then
        answer := api.redeem_referral(
            _id, api.referrer_of_code(redeem_code.code_digest), redeem_code.actor,
            redeem_code.as_of);
        return next;
        return;
    elsif _code.code_id is null then
        refusal := api.count_wrong_code(_id, redeem_code.issuer, answered_as_of);
        answer := case when refusal <> 'code_not_found'
                       then api.next_attempt_json(answered_as_of) end;
        return next;
        return;
    end if;
    perform api.add_app_user_ids(array[_id]);
    perform api.lock_linked_app_users(array[_id]);
    _app_user_uuid := api.lock_app_user(_id); -- The id may have been erased during the wait.
    answered_as_of := coalesce(redeem_code.as_of, clock_timestamp());
    _ids := api.counted_app_user_ids(_id);
    _redeemed := api.earlier_redemption(
        _code, api.ids_of_app_user(_id), redeem_code.idempotency_key);
    if _redeemed.redemption_id is null then
        _outcome := 'redeemed';
        _redeemed := api.add_redemption(
            _code, _id, _ids, redeem_code.idempotency_key, redeem_code.actor, answered_as_of);
        perform api.derive(
            api.changes_of(
                purchase_ids => array[_redeemed.grant_id], owner_uuids => array[_app_user_uuid]),
            'code', array[_redeemed.redemption_id::text]);
    end if;
    answer := api.redemption_json(_redeemed) || jsonb_build_object('outcome', _outcome);
    return next;
end
$$;
