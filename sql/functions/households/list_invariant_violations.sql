-- Returns the violated invariants of a tenant; no rows unless there is a defect.
--
-- For tests, and for an operator when the gauge is above zero.
-- Beside the view, it compares stored rows with what they derive from: app users with the links
-- between ids, purchases with their evidence, and answers with the purchases; then asks the wings.

create function api.list_invariant_violations() returns table (violation text, subject uuid)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := array(
        select known.app_user_id from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id);
    _app_users constant uuid[] := array(
        select distinct known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id);
begin
    return query
    select violated.violation, violated.subject
      from entitlements.invariant_violations violated
     where violated.tenant_id = _tenant_id
     union all
    -- The links alone decide, so the order of arrival did not matter.
    select distinct 'app_user_is_not_their_links', placed.app_user_uuid
      from (select own.app_user_uuid,
                   count(*) over (partition by own.app_user_uuid) as ids_of_app_user,
                   count(*) over (partition by forest.part) as ids_of_part,
                   count(*) over (partition by own.app_user_uuid, forest.part) as ids_of_both
              from api.partition_app_user_ids(_ids) as forest
              join entitlements.app_user_ids own
                on own.tenant_id = _tenant_id and own.app_user_id = forest.app_user_id) as placed
     where placed.ids_of_both < greatest(placed.ids_of_app_user, placed.ids_of_part)
     union all
    select 'aliases_are_not_their_links', own.app_user_uuid
      from api.derived_aliases(_ids) as derived
      full join (select row_.* from entitlements.aliased_ids row_
                  where row_.tenant_id = _tenant_id) as stored
        on stored.app_user_id = derived.app_user_id
      join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id
       and own.app_user_id in (derived.app_user_id, stored.app_user_id)
     where derived.alias_uuid is distinct from stored.alias_uuid
     union all
    -- The fold sorts the evidence. So a state that equals it depends neither on the order of
    -- arrival nor on folding in one step.
    select 'purchase_is_not_its_fold', purchase.purchase_id
      from entitlements.purchases purchase
     cross join lateral api.resolve_owner_uuids(
               api.folded_purchase(purchase.purchase_id)) as folded
     where purchase.tenant_id = _tenant_id
       and to_jsonb(purchase) - 'chain_id' is distinct from to_jsonb(folded) - 'chain_id'
     union all
    -- Usable but wrong, or missing. App users without ids are left out: no caller can name them.
    select 'stored_answer_is_wrong', derived.app_user_uuid
      from api.derived_answers(_app_users, 'production', now(), is_past => false) as derived
      join entitlements.tenants tenant on tenant.tenant_id = _tenant_id
      left join entitlements.stored_answers stored
        on stored.tenant_id = _tenant_id and stored.app_user_uuid = derived.app_user_uuid
     where stored.app_user_uuid is null
        or (stored.definition_version = api.answer_version(tenant.definition_version)
            and stored.derived_at <= now() and now() < stored.valid_until
            and stored.answer::text <> derived.answer::text
            and not exists (
                select from entitlements.stale_answers stale
                 where stale.tenant_id = _tenant_id
                   and stale.app_user_uuid = derived.app_user_uuid))
     union all
    select wrong.violation, wrong.subject from api.violations_of_wings() as wrong;
end
$$;
