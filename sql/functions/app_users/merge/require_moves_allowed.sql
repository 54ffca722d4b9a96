-- Raises if the tenant's rules do not let a merge or a claim move the given purchases.
--
-- An operator may move any purchase. The caller has locked the app users. It refuses purchases:
-- - that an identified app user keeps by RevenueCat's `restore_behavior`: `keep` always,
--   `transfer_if_inactive` while a subscription gives access, `transfer` and `share` never;
-- - that moved to other app users too often within 30 days.
-- Raises: merge_conflict 409, purchase_moved_too_often 409.

create function api.require_moves_allowed(
    purchase_ids uuid[], app_user_id text, proof text, as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.people_rules := api.people_rules();
begin
    if require_moves_allowed.proof = 'operator' then
        return;
    end if;
    if exists (
        select from entitlements.purchases bought
         where bought.tenant_id = _tenant_id
           and bought.purchase_id = any (require_moves_allowed.purchase_ids)
           and api.identified_app_user_id(bought.previous_owner_app_user_id)
               <> require_moves_allowed.app_user_id
           and (_rules.restore_behavior = 'keep'
                or _rules.restore_behavior = 'transfer_if_inactive' and not bought.is_one_time
                   and bought.access_ends_at > require_moves_allowed.as_of
                   and bought.billing_issue_at is null)) then
        raise sqlstate 'PT409' using message = 'merge_conflict',
            detail = 'The tenant''s rules keep one of the purchases with its previous owner.';
    end if;
    if exists (
        select from unnest(require_moves_allowed.purchase_ids) as moved (purchase_id)
         where api.last_move_recipient(moved.purchase_id) <> require_moves_allowed.app_user_id
           and (select count(*) from entitlements.purchase_moves move
                 where move.tenant_id = _tenant_id and move.purchase_id = moved.purchase_id
                   and move.moved_at > require_moves_allowed.as_of - interval '30 days')
               >= _rules.claims_per_30_days) then
        raise sqlstate 'PT409' using message = 'purchase_moved_too_often',
            detail = 'A purchase moved to other app users too often. An operator can move it.';
    end if;
end
$$;
