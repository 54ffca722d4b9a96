-- Revokes a code, a batch or a campaign, and takes back what it gave if that is asked.
--
-- Called with a secret or an admin key. Exactly one of the three is given. Takes back at most
-- `maximum` redemptions, the oldest first: `remaining` says how many are left for another call.
-- Idempotent: what was revoked stays revoked.
-- Null: code_digest, batch_id, campaign_id.
-- Locks: app users by uuid → the campaign → the codes → purchases by id.
-- Raises: code_not_found 404, campaign_not_found 404.

create function api.revoke_codes(
    code_digest bytea, batch_id uuid, campaign_id text, take_back boolean, maximum integer,
    actor text, reason text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _redemption_ids uuid[];
    _app_user_ids text[];
    _revoked bigint;
    _remaining bigint;
begin
    select array_agg(given.redemption_id), array_agg(given.app_user_id)
      into _redemption_ids, _app_user_ids
      from (select redeemed.redemption_id, redeemed.app_user_id
              from api.codes_to_revoke(
                       revoke_codes.code_digest, revoke_codes.batch_id, revoke_codes.campaign_id)
                       as code
              join entitlements.code_redemptions redeemed
                on redeemed.tenant_id = _tenant_id and redeemed.code_id = code.code_id
             where revoke_codes.take_back and redeemed.revoked_at is null
             order by redeemed.redeemed_at, redeemed.redemption_id
             limit revoke_codes.maximum) as given;
    perform api.lock_app_users(_app_user_ids);
    answered_as_of := coalesce(revoke_codes.as_of, clock_timestamp());
    _revoked := api.close_codes(
        revoke_codes.code_digest, revoke_codes.batch_id, revoke_codes.campaign_id,
        answered_as_of);
    perform api.derive(
        api.take_back_redemptions(
            _redemption_ids, 'revoked', revoke_codes.actor, revoke_codes.reason, answered_as_of),
        'revocation');
    select count(*) into _remaining
      from api.codes_to_revoke(
               revoke_codes.code_digest, revoke_codes.batch_id, revoke_codes.campaign_id) as code
      join entitlements.code_redemptions redeemed
        on redeemed.tenant_id = _tenant_id and redeemed.code_id = code.code_id
     where redeemed.revoked_at is null;
    answer := json_build_object(
        'revoked_codes', _revoked,
        'taken_back', coalesce(cardinality(_redemption_ids), 0),
        'remaining', _remaining);
    perform api.add_audit_entry(
        'revoke_code', revoke_codes.actor, revoke_codes.reason,
        coalesce(_app_user_ids, '{}'), '[]',
        jsonb_build_array(answer::jsonb || jsonb_build_object(
            'campaign_id', revoke_codes.campaign_id, 'batch_id', revoke_codes.batch_id)),
        answered_as_of);
    return next;
end
$$;
