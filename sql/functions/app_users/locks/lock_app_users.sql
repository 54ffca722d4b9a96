-- Locks the app users of ids; an unknown id becomes an app user.
--
-- The tenant's server may name app users that have no purchase, for example to join a household.
-- Idempotent: an id has one row.
-- Locks: the app users by uuid.

create function api.lock_app_users(app_user_ids text[]) returns void
language plpgsql volatile
as $$
declare
    _unknown text[];
begin
    loop
        _unknown := api.lock_present_app_users(lock_app_users.app_user_ids);
        exit when _unknown = '{}';
        perform api.insert_app_user_ids(
            _unknown, array(select gen_random_uuid() from unnest(_unknown)));
    end loop;
end
$$;
