-- Returns the rows that wings store under the given ids, with kind and time.
--
-- The question that stored_records asks, for the export of an app user: every table of a wing with
-- an id of an app user. The other side of a referral is left out.

create function api.records_in_wings(app_user_ids text[])
returns table (name text, moment timestamptz, content jsonb)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := records_in_wings.app_user_ids;
begin
    return query
    select 'reservations', made.made_at, to_jsonb(made)
      from entitlements.reservations made
     where made.tenant_id = _tenant_id and made.app_user_id = any (_ids)
     union all
    select 'uses', use.used_at, to_jsonb(use) - 'total' - 'covered_total'
      from entitlements.uses use
     where use.tenant_id = _tenant_id and use.app_user_id = any (_ids)
     union all
    select 'overuses', noted.last_at, to_jsonb(noted)
      from entitlements.overuses noted
     where noted.tenant_id = _tenant_id and noted.app_user_id = any (_ids)
     union all
    select 'credit_spends', spent.spent_at, to_jsonb(spent)
      from entitlements.credit_spends spent
     where spent.tenant_id = _tenant_id and spent.app_user_id = any (_ids)
     union all
    select 'credit_adjustments', adjusted.adjusted_at, to_jsonb(adjusted)
      from entitlements.credit_adjustments adjusted
     where adjusted.tenant_id = _tenant_id and adjusted.app_user_id = any (_ids)
     union all
    select 'credit_orders', placed.ordered_at, to_jsonb(placed)
      from entitlements.credit_orders placed
     where placed.tenant_id = _tenant_id and placed.app_user_id = any (_ids)
     union all
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
     where brought.tenant_id = _tenant_id and brought.referred_app_user_id = any (_ids)
     union all
    select 'grants', granted.granted_at, to_jsonb(granted)
      from entitlements.grants granted
     where granted.tenant_id = _tenant_id and granted.app_user_id = any (_ids)
     union all
    select 'dismissed_notices', dismissed.dismissed_at, to_jsonb(dismissed)
      from entitlements.dismissed_notices dismissed
     where dismissed.tenant_id = _tenant_id and dismissed.app_user_id = any (_ids)
     union all
    select 'logged_notices', logged.logged_at, to_jsonb(logged)
      from entitlements.logged_notices logged
     where logged.tenant_id = _tenant_id and logged.app_user_id = any (_ids)
     union all
    select 'change_entries', entry.recorded_at, to_jsonb(entry)
      from entitlements.change_entries entry
     where entry.tenant_id = _tenant_id and entry.app_user_id = any (_ids);
end
$$;
