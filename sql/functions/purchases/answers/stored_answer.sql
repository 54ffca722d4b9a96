-- Returns an app user's stored answer if it is right at a moment; no row if it must be derived.
--
-- It is right from its derivation until its next change, unless it is stale, of an old definition,
-- or in the shape of another release. Only answers about production are stored.

create function api.stored_answer(app_user_uuid uuid, environment text, as_of timestamptz)
returns table (answer json)
language sql stable rows 1
begin atomic
    select stored.answer
      from entitlements.stored_answers stored
     where stored_answer.environment = 'production'
       and stored.tenant_id = entitlements.current_tenant_id()
       and stored.app_user_uuid = stored_answer.app_user_uuid
       and stored.derived_at <= stored_answer.as_of and stored_answer.as_of < stored.valid_until
       and stored.definition_version = (
           select api.answer_version(tenant.definition_version) from entitlements.tenants tenant
            where tenant.tenant_id = entitlements.current_tenant_id())
       and not exists (
           select from entitlements.stale_answers stale
            where stale.tenant_id = entitlements.current_tenant_id()
              and stale.app_user_uuid = stored.app_user_uuid);
end;
