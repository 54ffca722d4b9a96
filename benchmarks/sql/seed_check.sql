-- Checks the seed: foreign keys hold, and a sample of purchases equals the product's own fold.
-- Lookups of a sample must answer each person's fate.

\set ON_ERROR_STOP 1
select set_config('hearth.tenant_id', :'tenant', false) \g /dev/null

select 'evidence without a purchase', count(*)
  from entitlements.evidence told
  left join entitlements.purchases purchase using (tenant_id, purchase_id)
 where purchase.purchase_id is null
having count(*) > 0;

select 'ids without a person', count(*)
  from entitlements.app_user_ids own
  left join entitlements.app_users person using (tenant_id, app_user_uuid)
 where person.app_user_uuid is null
having count(*) > 0;

select 'purchases without a known owner', count(*)
  from entitlements.purchases purchase
  left join entitlements.app_user_ids own
    on own.tenant_id = purchase.tenant_id and own.app_user_id = purchase.owner_app_user_id
 where own.app_user_id is null
having count(*) > 0;

select 'purchases that are not their fold', count(*)
  from (select stored, api.resolve_owner_uuids(api.folded_purchase(stored.purchase_id)) as folded
          from (select * from entitlements.purchases order by purchase_id limit 1000) as stored)
       as sample
 where to_jsonb(stored) - 'chain_id' <> to_jsonb(folded) - 'chain_id'
having count(*) > 0;

select 'members without an id, or in a household without an owner', count(*)
  from entitlements.household_members member
  left join entitlements.app_user_ids own using (tenant_id, app_user_id, app_user_uuid)
  left join entitlements.household_owners owner
    on owner.tenant_id = member.tenant_id and owner.household_id = member.household_id
 where own.app_user_id is null or owner.member_id is null
having count(*) > 0;

select 'invariants that are violated', count(*)
  from entitlements.invariant_violations
having count(*) > 0;

select 'answers that differ from their derivation', count(*)
  from (select * from entitlements.stored_answers order by app_user_uuid limit 1000) as stored
 cross join lateral api.derived_answers(
           array[stored.app_user_uuid], 'production', now(), is_past => false) as derived
 where stored.answer::text <> derived.answer::text or now() >= stored.valid_until
having count(*) > 0;

select 'people whose answer is not their fate', count(*)
  from (select n, case when n % 20 < 12 or (n >= 100 and n % 100 in (15, 16, 17, 18))
                       then 'active' when n % 20 < 14 then 'expired'
                       when n % 20 < 15 then 'refunded' else 'none' end as fate
          from generate_series(1, :users, greatest(:users / 1000, 1)) as n) as sample
 cross join lateral api.get_entitlements('user_' || n) as found
 where found.answer ->> 'subscription_status' <> fate
    or (found.answer ->> 'plan' = 'plus') <> (fate = 'active')
having count(*) > 0;
