-- Locks the person whom an id names, and answers who that is. An id that nobody has seen becomes a
-- person: the tenant's server names its people, and somebody may join who never bought anything.
--
-- internal: called by functions that write about a person by one of their ids.
-- Idempotent: an id has one row.
-- Locks: the app user. The id can move to somebody else while we wait, so it is looked up again
-- until it has not.

create function api.lock_app_user(app_user_id text) returns uuid
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _locked uuid;
    _app_user_uuid uuid;
begin
    loop
        -- Whoever was forgotten while we waited is somebody new.
        while not api.add_app_user_ids(array[lock_app_user.app_user_id]) loop end loop;
        select known.app_user_uuid into _app_user_uuid
          from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = lock_app_user.app_user_id;
        exit when _app_user_uuid = _locked;
        perform from entitlements.app_users person
          where person.tenant_id = _tenant_id and person.app_user_uuid = _app_user_uuid
            for no key update;
        _locked := _app_user_uuid;
    end loop;
    return _locked;
end
$$;

grant execute on function api.lock_app_user(text) to hearth_server;
comment on function api.lock_app_user(text) is
    'Locks the person whom an id names, and answers who that is.';
