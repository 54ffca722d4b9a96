-- Records that an id is anonymous, as the tenant's server or token issuer states.
--
-- Returns the changes for derive. RevenueCat's own anonymous ids need no record.
-- Links that were refused may join app users once the id is anonymous.
-- Idempotent: an anonymous id does not change.
-- Locks: households by id → app users by uuid → purchases by id.
-- Raises: not_anonymous 409 if the id was identified or belongs to an identified app user.

create function api.declare_anonymous(app_user_id text, as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _changes entitlements.changes := api.changes_of();
    _linked text[];
begin
    perform api.add_app_user_ids(array[declare_anonymous.app_user_id]);
    if starts_with(declare_anonymous.app_user_id, '$RCAnonymousID:') then
        perform api.lock_app_user(declare_anonymous.app_user_id);
    else
        _linked := api.lock_linked_app_users(array[declare_anonymous.app_user_id]);
    end if;
    update entitlements.app_user_ids own
       set declared_anonymous_at = declare_anonymous.as_of
     where own.tenant_id = _tenant_id and own.app_user_id = declare_anonymous.app_user_id
       and not own.is_anonymous and own.identified_at is null;
    if found then
        _changes := api.rejoin_app_user_ids(_linked);
    end if;
    if api.identified_app_user_id(declare_anonymous.app_user_id) is not null then
        raise sqlstate 'PT409' using message = 'not_anonymous',
            detail = 'The id belongs to an identified app user.';
    end if;
    return _changes;
end
$$;
