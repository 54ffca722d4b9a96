-- Returns the rows of codes and referrals stored under the given ids, with kind and time.
--
-- The other side of a referral is left out.

create function api.code_records(app_user_ids text[])
returns table (name text, moment timestamptz, content jsonb)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := code_records.app_user_ids;
begin
    return query
    select 'code_redemptions', redeemed.redeemed_at, to_jsonb(redeemed)
      from entitlements.code_redemptions redeemed
     where redeemed.tenant_id = _tenant_id and redeemed.app_user_id = any (_ids)
     union all
    select 'referral_codes', known.created_at, to_jsonb(known) - 'digest'
      from entitlements.referral_codes known
     where known.tenant_id = _tenant_id and known.app_user_id = any (_ids)
     union all
    select 'referrals', brought.redeemed_at,
           to_jsonb(brought) - 'referred_app_user_id' - 'referred_grant_id'
      from entitlements.referrals brought
     where brought.tenant_id = _tenant_id and brought.referrer_app_user_id = any (_ids)
     union all
    select 'referrals', brought.redeemed_at,
           to_jsonb(brought) - 'referrer_app_user_id' - 'referrer_grant_id'
      from entitlements.referrals brought
     where brought.tenant_id = _tenant_id and brought.referred_app_user_id = any (_ids);
end
$$;
