-- Erases an app user's ids from codes, and keeps digests if they redeemed one or were referred.
--
-- Otherwise erasing and coming back would make a used code fresh. Without a redemption nothing is
-- kept.
-- Idempotent: a digest has one row, and deleted rows stay deleted.
-- Locks: the rows.

create function api.erase_codes(app_user_uuid uuid, ids text[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if exists (
        select from entitlements.code_redemptions redeemed
         where redeemed.tenant_id = _tenant_id and redeemed.app_user_id = any (ids))
       or exists (
        select from entitlements.referrals brought
         where brought.tenant_id = _tenant_id and brought.referred_app_user_id = any (ids)) then
        insert into entitlements.erased_ids (tenant_id, digest, app_user_uuid)
        select _tenant_id, api.erased_digest(named.id), erase_codes.app_user_uuid
          from unnest(ids) as named (id)
            on conflict do nothing;
    end if;
    delete from entitlements.code_attempts counted
     where counted.tenant_id = _tenant_id and counted.app_user_id = any (ids);
    delete from entitlements.referral_codes known
     where known.tenant_id = _tenant_id and known.app_user_id = any (ids);
    update entitlements.code_redemptions redeemed
       set idempotency_key = null
     where redeemed.tenant_id = _tenant_id and redeemed.app_user_id = any (ids);
end
$$;
