-- Locks app users and their purchases that give the named credits.
--
-- A credit that is not in the catalog locks nothing. A purchase takes its spends along to another
-- owner, so it must not move during a spend.
-- Locks: the app users by uuid → purchases by id.

create function api.lock_credits(app_user_ids text[], credit_ids text[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform api.lock_app_users(array(
        select request.app_user_id
          from unnest(lock_credits.app_user_ids, lock_credits.credit_ids)
               as request (app_user_id, credit_id)
         where exists (
               select from entitlements.product_credits given
                where given.tenant_id = _tenant_id and given.credit_id = request.credit_id)));
    perform from entitlements.purchases bought
      where bought.tenant_id = _tenant_id
        and bought.owner_uuid in (
            select known.app_user_uuid from entitlements.app_user_ids known
             where known.tenant_id = _tenant_id
               and known.app_user_id = any (lock_credits.app_user_ids))
        and bought.product_id in (
            select given.product_id from entitlements.product_credits given
             where given.tenant_id = _tenant_id
               and given.credit_id = any (lock_credits.credit_ids))
      order by bought.purchase_id
        for no key update;
end
$$;
