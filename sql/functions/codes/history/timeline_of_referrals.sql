-- Returns the newest referrals of a timeline: of the one who brought, and of the one brought.
--
-- Redemptions of codes are in the audit.

create function api.timeline_of_referrals(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if coalesce(asked.with_kind <> 'referral', false) then
        return;
    end if;
    return query
    select 'referral', brought.redeemed_at, 'referral ' || brought.referral_id, brought.own,
           json_build_object(
               'referral_id', brought.referral_id,
               'referrer_app_user_id', brought.referrer_app_user_id,
               'referred_app_user_id', brought.referred_app_user_id,
               'paid_at', api.rfc3339(brought.paid_at),
               'void_reason', brought.void_reason,
               'rewarded_at', api.rfc3339(brought.rewarded_at),
               'taken_back_at', api.rfc3339(brought.taken_back_at))
      from (select distinct on (one.referral_id) one.*, own.id as own
              from unnest(asked.app_user_ids) as own (id)
             cross join lateral (
                   select made.* from entitlements.referrals made
                    where made.tenant_id = _tenant_id and made.referrer_app_user_id = own.id
                    union all
                   select made.* from entitlements.referrals made
                    where made.tenant_id = _tenant_id and made.referred_app_user_id = own.id)
                   as one
             order by one.referral_id, own.id) as brought
     where api.is_earlier(brought.redeemed_at, 'referral ' || brought.referral_id, asked)
     order by brought.redeemed_at desc, brought.referral_id desc
     limit asked.maximum;
end
$$;
