-- Locks the named people and everybody whom transfers connect with them, and answers all their ids.
--
-- internal: called before evidence is folded. A transfer and a purchase that it moves may arrive at
-- once: whoever holds these rows sees the other's evidence, so neither is folded without it.
-- Who is related can change while we wait, so it is asked again until it has not.
-- Locks: app users by uuid.

create function api.lock_related_app_users(app_user_ids text[]) returns text[]
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _locked uuid[] := array[]::uuid[];
    _people uuid[];
    _ids text[];
begin
    loop
        _ids := api.related_app_user_ids(lock_related_app_users.app_user_ids);
        -- Of ids that nobody has there is nobody to lock.
        _people := array(
            select distinct known.app_user_uuid from entitlements.app_user_ids known
             where known.tenant_id = _tenant_id and known.app_user_id = any (_ids));
        exit when _people <@ _locked;
        perform from entitlements.app_users person
          where person.tenant_id = _tenant_id and person.app_user_uuid = any (_people)
          order by person.app_user_uuid
            for no key update;
        _locked := _locked || _people;
    end loop;
    return _ids;
end
$$;
