-- Derives answers again that are stored in another release's shape; returns how many.
--
-- Handles at most `maximum` answers of the tenant that is set. Called only while no server of
-- another release is present, because that server would derive what this one stores.
-- Locks: rows of answers, skipping locked rows → rows of sandbox answers.

create function api.adopt_answers(maximum bigint) returns bigint
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _own constant bigint := (
        select api.answer_version(tenant.definition_version) from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id);
    _found constant uuid[] := array(
        select other.app_user_uuid
          from unnest(api.stored_versions('production')) as version (number)
         cross join lateral (
               select stored.app_user_uuid from entitlements.stored_answers stored
                where stored.tenant_id = _tenant_id and stored.definition_version = version.number
                limit adopt_answers.maximum
                  for update skip locked) as other
         where version.number <> _own
         limit adopt_answers.maximum);
    _in_sandbox constant uuid[] := array(
        select other.app_user_uuid
          from unnest(api.stored_versions('sandbox')) as version (number)
         cross join lateral (
               select stored.app_user_uuid from entitlements.sandbox_answers stored
                where stored.tenant_id = _tenant_id and stored.definition_version = version.number
                limit adopt_answers.maximum - cardinality(_found)
                  for no key update skip locked) as other
         where version.number <> _own
         limit adopt_answers.maximum - cardinality(_found));
begin
    if _found <> '{}' then
        perform api.store_locked_answers(_found);
    end if;
    if _in_sandbox <> '{}' then
        perform api.store_sandbox_answers(_in_sandbox);
    end if;
    return cardinality(_found) + cardinality(_in_sandbox);
end
$$;
