-- Makes an id identified; an unknown id joins the anonymous app user.
--
-- `is_new` if the id is new, or if it is the anonymous id itself. The caller has locked the app
-- users of `linked_app_user_ids`, and gets them back in `linked`, with those locked here.
-- Idempotent: the first time stays.
-- Locks: as lock_known_app_user → the new id.
-- Raises: merge_conflict 409 if RevenueCat made the id or its app user has another identified id.

create function api.identify_id(
    app_user_id text, anonymous_app_user_id text, linked_app_user_ids text[], as_of timestamptz)
returns table (is_new boolean, linked text[])
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_user constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = identify_id.anonymous_app_user_id);
begin
    is_new := identify_id.app_user_id = identify_id.anonymous_app_user_id;
    linked := identify_id.linked_app_user_ids;
    -- The id was unknown when the caller took its locks. It may have been added or erased since.
    while identify_id.app_user_id <> all (linked) loop
        is_new := api.insert_app_user_ids(array[identify_id.app_user_id], array[_app_user]);
        linked := linked || case when is_new then array[identify_id.app_user_id]
                                 else api.lock_known_app_user(identify_id.app_user_id) end;
    end loop;
    return next;
    if api.resolved_alias(identify_id.app_user_id) <> identify_id.app_user_id then
        return; -- Another id of the account identifies the person.
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
end
$$;
