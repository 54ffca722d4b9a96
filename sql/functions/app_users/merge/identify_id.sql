-- Makes an id identified; an unknown id joins the anonymous app user.
--
-- Returns true if the id is new, or if it is the anonymous id itself.
-- The caller has locked the app users.
-- Idempotent: the first time stays.
-- Locks: as lock_known_app_user → the new id.
-- Raises: merge_conflict 409 if RevenueCat made the id or its app user has another identified id.

create function api.identify_id(
    app_user_id text, anonymous_app_user_id text, as_of timestamptz)
returns boolean
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_user constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = identify_id.anonymous_app_user_id);
    _is_new boolean := false;
begin
    -- Since the caller took its locks, the id may have been added or erased.
    while not _is_new and api.lock_known_app_user(identify_id.app_user_id) is null loop
        _is_new := api.insert_app_user_ids(array[identify_id.app_user_id], array[_app_user]);
    end loop;
    if api.resolved_alias(identify_id.app_user_id) <> identify_id.app_user_id then
        return false; -- Another id of the account identifies the person.
    end if;
    if starts_with(identify_id.app_user_id, '$RCAnonymousID:')
       or api.identified_app_user_id(identify_id.app_user_id) <> identify_id.app_user_id then
        raise sqlstate 'PT409' using message = 'merge_conflict',
            detail = 'The id to merge into is anonymous or belongs to another app user.';
    end if;
    update entitlements.app_user_ids own
       set identified_at = identify_id.as_of
     where own.tenant_id = _tenant_id and own.app_user_id = identify_id.app_user_id
       and own.identified_at is null;
    return _is_new or identify_id.app_user_id = identify_id.anonymous_app_user_id;
end
$$;
