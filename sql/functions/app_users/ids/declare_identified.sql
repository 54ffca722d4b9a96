-- Records that an id is identified, as the tenant's server states.
--
-- From then on no merge can move the id to another app user.
-- Idempotent: the first time stays.
-- Locks: the app user.
-- Raises: identify_required 409 if the id is anonymous: identify_app_user identifies it.

create function api.declare_identified(app_user_id text, as_of timestamptz) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _own entitlements.app_user_ids;
begin
    perform api.lock_app_user(declare_identified.app_user_id);
    select own.* into strict _own from entitlements.app_user_ids own
     where own.tenant_id = _tenant_id and own.app_user_id = declare_identified.app_user_id;
    if api.resolved_alias(_own.app_user_id) <> _own.app_user_id then
        return; -- Another id of the account identifies the person.
    end if;
    if _own.is_anonymous then
        raise sqlstate 'PT409' using message = 'identify_required',
            detail = 'The id is anonymous: identify it.';
    end if;
    update entitlements.app_user_ids own
       set identified_at = declare_identified.as_of
     where own.tenant_id = _tenant_id and own.app_user_id = _own.app_user_id
       and own.identified_at is null;
end
$$;
