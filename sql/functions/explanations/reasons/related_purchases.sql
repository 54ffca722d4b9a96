-- Returns the purchases that have to do with an app user, each by its closest relation.
--
-- - `own`, `former`: the app user owns it, or was its previous owner;
-- - `told`: evidence named one of their ids;
-- - `transaction`: it has the given transaction;
-- - `alias`: RevenueCat treats the owner as the same customer;
-- - `stayed`: its owner had others, which a transfer moved to the app user;
-- - `household`: its owner was in a household together with the app user. `left_at` is when the app
--   user left, and `sharer_left_at` when the owner did; null if they had not by the moment.
-- Purchases in both environments, at most 200.

create function api.related_purchases(
    app_user_uuid uuid, transaction_id text, known_until timestamptz)
returns table (
    purchase_id uuid, relation text, household_id uuid, is_household_owner boolean,
    left_at timestamptz, sharer_left_at timestamptz)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := array(
        select own.app_user_id from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id
           and own.app_user_uuid = related_purchases.app_user_uuid);
begin
    return query
    select distinct on (found.purchase_id)
           found.purchase_id, found.relation, found.household_id, found.is_household_owner,
           found.left_at, found.sharer_left_at
      from (
        select bought.purchase_id, 'own', null::uuid, null::boolean, null::timestamptz,
               null::timestamptz, 1
          from entitlements.purchases bought
         where bought.tenant_id = _tenant_id
           and bought.owner_uuid = related_purchases.app_user_uuid
         union all
        select bought.purchase_id, 'former', null, null, null, null, 2
          from entitlements.purchases bought
         where bought.tenant_id = _tenant_id
           and bought.previous_owner_uuid = related_purchases.app_user_uuid
         union all
        select evidence.purchase_id, 'told', null, null, null, null, 3
          from entitlements.evidence evidence
         where evidence.tenant_id = _tenant_id and evidence.app_user_id = any (_ids)
         union all
        select evidence.purchase_id, 'transaction', null, null, null, null, 4
          from entitlements.evidence evidence
         where evidence.tenant_id = _tenant_id
           and evidence.transaction_id = related_purchases.transaction_id
         union all
        select bought.purchase_id, 'transaction', null, null, null, null, 4
          from entitlements.purchases bought
         where bought.tenant_id = _tenant_id
           and (bought.chain_id = related_purchases.transaction_id
                or bought.chain_id > related_purchases.transaction_id || ' + '
                   and bought.chain_id < related_purchases.transaction_id || ' +!')
         union all
        select bought.purchase_id, 'alias', null, null, null, null, 5
          from entitlements.aliased_ids own
          join entitlements.aliased_ids other
            on other.tenant_id = _tenant_id and other.alias_uuid = own.alias_uuid
          join entitlements.purchases bought
            on bought.tenant_id = _tenant_id and bought.owner_app_user_id = other.app_user_id
         where own.tenant_id = _tenant_id and own.app_user_id = any (_ids)
         union all
        select stayed.purchase_id, 'stayed', null, null, null, null, 7
          from api.stayed_purchases(_ids, related_purchases.known_until) as stayed
         union all
        select bought.purchase_id, 'household', mine.household_id, owner.member_id is not null,
               case when mine.left_at <= related_purchases.known_until then mine.left_at end,
               case when theirs.left_at <= related_purchases.known_until then theirs.left_at end, 6
          from entitlements.household_members mine
          join entitlements.household_members theirs
            on theirs.tenant_id = _tenant_id and theirs.household_id = mine.household_id
           and theirs.joined_at < coalesce(mine.left_at, 'infinity')
           and mine.joined_at < coalesce(theirs.left_at, 'infinity')
           and theirs.app_user_uuid <> mine.app_user_uuid
          left join entitlements.household_owners owner
            on owner.tenant_id = _tenant_id and owner.household_id = theirs.household_id
           and owner.member_id = theirs.member_id and owner.owned_until is null
          join entitlements.purchases bought
            on bought.tenant_id = _tenant_id and bought.owner_uuid = theirs.app_user_uuid
         where mine.tenant_id = _tenant_id
           and mine.app_user_uuid = related_purchases.app_user_uuid
           and mine.joined_at <= related_purchases.known_until
           and theirs.joined_at <= related_purchases.known_until)
        as found (
            purchase_id, relation, household_id, is_household_owner, left_at, sharer_left_at,
            place)
     where found.purchase_id is not null
     order by found.purchase_id, found.place, found.left_at desc nulls first,
              found.sharer_left_at desc nulls first
     limit 200;
end
$$;
