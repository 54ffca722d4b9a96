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
begin
    return query
    select violated.violation, violated.subject
      from entitlements.invariant_violations violated
     where violated.tenant_id = _tenant_id
     union all
    select 'app_user_is_not_their_links', wrong.app_user_uuid
      from api.wrong_app_users() as wrong (app_user_uuid)
     union all
    select 'aliases_are_not_their_links', own.app_user_uuid
      from api.derived_aliases(array(
               select known.app_user_id from entitlements.app_user_ids known
                where known.tenant_id = _tenant_id)) as derived
      full join (select row_.* from entitlements.aliased_ids row_
                  where row_.tenant_id = _tenant_id) as stored
        on stored.app_user_id = derived.app_user_id
      join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id
       and own.app_user_id in (derived.app_user_id, stored.app_user_id)
     where derived.alias_uuid is distinct from stored.alias_uuid
     union all
    select 'purchase_is_not_its_fold', wrong.purchase_id
      from api.wrong_purchases() as wrong (purchase_id)
     union all
    select 'stored_answer_is_wrong', wrong.app_user_uuid
      from api.wrong_answers() as wrong (app_user_uuid)
     union all
    select wrong.violation, wrong.subject from api.violations_of_wings() as wrong;
end
$$;
