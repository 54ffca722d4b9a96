-- Returns app users whose stored answer is usable but wrong, or missing; normally none.
--
-- App users whose ids have all moved away are left out: no caller can name them.

create function api.wrong_answers() returns setof uuid
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_users constant uuid[] := array(
        select distinct known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id);
begin
    return query
    select app_user.app_user_uuid
      from api.derived_answers(
               _app_users, 'production', now(), is_past => false) as app_user
      join entitlements.tenants tenant on tenant.tenant_id = _tenant_id
      left join entitlements.stored_answers stored
        on stored.tenant_id = _tenant_id and stored.app_user_uuid = app_user.app_user_uuid
     where (stored.app_user_uuid is null
            or (stored.definition_version = tenant.definition_version
                and stored.derived_at <= now() and now() < stored.valid_until
                and stored.answer::text <> app_user.answer::text
                and not exists (
                    select from entitlements.stale_answers stale
                     where stale.tenant_id = _tenant_id
                       and stale.app_user_uuid = app_user.app_user_uuid)));
end
$$;
