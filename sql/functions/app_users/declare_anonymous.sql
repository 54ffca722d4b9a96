-- Writes down that an id is anonymous, on the word of the tenant: of its server, or of the issuer
-- of its tokens. RevenueCat's own anonymous ids are without that. Answers what that touched.
--
-- internal: called by create_app_user and merge_app_user_ids.
-- Who is one person depends on who is anonymous, so links that were refused may hold now.
-- Idempotent: what is anonymous already stays so.
-- Locks: the tenant → households by id → app users by uuid → purchases by id.
-- Raises: not_anonymous 409, where the id was identified, or belongs to somebody who is.

create function api.declare_anonymous(app_user_id text, as_of timestamptz)
returns entitlements.changes
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _changes entitlements.changes := api.changes_of();
begin
    while not api.add_app_user_ids(array[declare_anonymous.app_user_id]) loop end loop;
    if starts_with(declare_anonymous.app_user_id, '$RCAnonymousID:') then
        perform api.lock_app_user(declare_anonymous.app_user_id);
    else
        perform api.lock_linked_app_users(array[declare_anonymous.app_user_id]);
    end if;
    update entitlements.app_user_ids own
       set declared_anonymous_at = declare_anonymous.as_of
     where own.tenant_id = _tenant_id and own.app_user_id = declare_anonymous.app_user_id
       and not own.is_anonymous and own.identified_at is null;
    if found then
        _changes := api.rejoin_app_user_ids(array[declare_anonymous.app_user_id]);
    end if;
    if api.identified_app_user_id(declare_anonymous.app_user_id) is not null then
        raise sqlstate 'PT409' using message = 'not_anonymous',
            detail = 'The id belongs to somebody who is identified.';
    end if;
    return _changes;
end
$$;
