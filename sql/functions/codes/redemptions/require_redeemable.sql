-- Raises unless an app user may redeem a code now.
--
-- The caller knows the code, so each cause has its own code here; see decision 0050.
-- Locks: none; the caller has locked the app user, and the campaign if it redeems.
-- Raises: code_expired 410, code_used_up 409, code_not_for_you 409 with its reason.

create function api.require_redeemable(
    code entitlements.codes, campaign entitlements.code_campaigns, app_user_id text, ids text[],
    as_of timestamptz)
returns void
language plpgsql stable
as $$
declare
    _reason text;
begin
    if campaign.valid_until <= require_redeemable.as_of then
        raise sqlstate 'PT410' using message = 'code_expired',
            detail = 'This code has expired.';
    elsif campaign.redemptions >= campaign.max_redemptions
          or (code.batch_id is not null and exists (
              select from entitlements.code_redemptions redeemed
               where redeemed.tenant_id = code.tenant_id
                 and redeemed.code_id = code.code_id)) then
        raise sqlstate 'PT409' using message = 'code_used_up',
            detail = 'This code has no redemptions left.';
    end if;
    _reason := api.unsuitable_reason(
        campaign, require_redeemable.app_user_id, ids, require_redeemable.as_of);
    if _reason is not null then
        raise sqlstate 'PT409' using message = 'code_not_for_you',
            detail = case _reason
                when 'already_redeemed' then 'The app user had this offer before.'
                when 'not_new' then 'The offer is for app users who have bought nothing yet.'
                when 'subscribed' then 'The offer is for app users without a subscription.'
                when 'not_stackable' then 'Another code of the app user is still running.'
                when 'access_never_ends' then 'The access that it would extend never ends.'
                else 'The app user has no access that it could extend.' end,
            hint = json_build_object('reason', _reason);
    end if;
end
$$;
