-- Returns whether an app user had bought nothing in production before a moment.
--
-- A trial counts as bought; a grant does not. All ids count, also for purchases that moved away.
-- With the scope `household`, each app user who shared a household with them by then must be new,
-- too.

create function api.is_new(app_user_ids text[], scope text, as_of timestamptz) returns boolean
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[] := is_new.app_user_ids;
begin
    if is_new.scope = 'household' then
        _ids := _ids || array(
            select distinct named.app_user_id
              from entitlements.household_members mine
              join entitlements.household_members other
                on other.tenant_id = _tenant_id and other.household_id = mine.household_id
               and other.joined_at < coalesce(mine.left_at, 'infinity')
               and mine.joined_at < coalesce(other.left_at, 'infinity')
               and greatest(mine.joined_at, other.joined_at) <= is_new.as_of
              join entitlements.app_user_ids named
                on named.tenant_id = _tenant_id and named.app_user_uuid = other.app_user_uuid
             where mine.tenant_id = _tenant_id and mine.app_user_id = any (is_new.app_user_ids));
    end if;
    return not exists (
        select from entitlements.evidence evidence
         where evidence.tenant_id = _tenant_id and evidence.app_user_id = any (_ids)
           and evidence.environment = 'production' and not api.is_granted(evidence.store)
           and evidence.order_at < is_new.as_of)
       and not exists (
        select from entitlements.app_user_ids own
          join entitlements.purchases bought
            on bought.tenant_id = _tenant_id and bought.owner_uuid = own.app_user_uuid
         where own.tenant_id = _tenant_id and own.app_user_id = any (_ids)
           and bought.environment = 'production' and not api.is_granted(bought.store)
           and bought.starts_at < is_new.as_of);
end
$$;
