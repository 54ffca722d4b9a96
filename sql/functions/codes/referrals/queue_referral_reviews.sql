-- Marks the referrals of app users as due for a review: the worker derives their rewards again.
--
-- Concerns the referred owners of bought purchases, now and before; and both sides, if their ids or
-- households changed. A granted purchase is no payment.
-- Idempotent: a due referral stays due.
-- Locks: the referrals by id, after everything else.

create function api.queue_referral_reviews(app_user_uuids uuid[], purchase_ids uuid[])
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _payers constant uuid[] := queue_referral_reviews.app_user_uuids || array(
        select unnest(array[bought.owner_uuid, bought.previous_owner_uuid])
          from entitlements.purchases bought
         where bought.tenant_id = _tenant_id and not api.is_granted(bought.store)
           and bought.purchase_id = any (queue_referral_reviews.purchase_ids));
begin
    update entitlements.referrals referral
       set review_at = now()
      from (select locked.referral_id
              from entitlements.referrals locked
             where locked.tenant_id = _tenant_id
               and locked.referral_id in (
                   select brought.referral_id
                     from entitlements.app_user_ids own
                     join entitlements.referrals brought
                       on brought.tenant_id = _tenant_id
                      and brought.referred_app_user_id = own.app_user_id
                    where own.tenant_id = _tenant_id and own.app_user_uuid = any (_payers)
                    union all
                   select brought.referral_id
                     from entitlements.app_user_ids own
                     join entitlements.referrals brought
                       on brought.tenant_id = _tenant_id
                      and brought.referrer_app_user_id = own.app_user_id
                    where own.tenant_id = _tenant_id
                      and own.app_user_uuid = any (queue_referral_reviews.app_user_uuids))
             order by locked.referral_id
               for no key update) as due
     where referral.tenant_id = _tenant_id and referral.referral_id = due.referral_id
       and coalesce(referral.review_at > now(), true);
end
$$;
