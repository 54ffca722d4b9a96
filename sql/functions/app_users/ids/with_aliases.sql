-- Returns app users and those that are one RevenueCat customer with them.
--
-- A purchase of one is in the answers of all.

create function api.with_aliases(app_user_uuids uuid[]) returns uuid[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    -- Each step looks rows up by its keys, and each customer's app users once.
    return array(
        select named.id from unnest(with_aliases.app_user_uuids) as named (id)
         union
        select theirs.app_user_uuid
          from (select distinct mine.alias_uuid
                  from unnest(with_aliases.app_user_uuids) as named (id)
                 cross join lateral (
                       select aliased.alias_uuid
                         from entitlements.app_user_ids own
                         join entitlements.aliased_ids aliased
                           on aliased.tenant_id = _tenant_id
                          and aliased.app_user_id = own.app_user_id
                        where own.tenant_id = _tenant_id and own.app_user_uuid = named.id
                       offset 0) as mine) as shared
         cross join lateral (
               select other.app_user_uuid
                 from entitlements.aliased_ids aliased
                 join entitlements.app_user_ids other
                   on other.tenant_id = _tenant_id and other.app_user_id = aliased.app_user_id
                where aliased.tenant_id = _tenant_id
                  and aliased.alias_uuid = shared.alias_uuid
               offset 0) as theirs);
end
$$;
