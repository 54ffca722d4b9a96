-- The identified id of the person whose alias an id is, else the id itself.
--
-- The rule `people.aliases: one_person` makes aliases; see apply_id_rules.

create function api.resolved_alias(app_user_id text) returns text
language plpgsql stable
as $$
begin
    return coalesce(
        (select api.identified_app_user_id(own.app_user_id)
           from entitlements.app_user_ids own
          where own.tenant_id = entitlements.current_tenant_id()
            and own.app_user_id = resolved_alias.app_user_id and own.is_alias and own.is_anonymous),
        resolved_alias.app_user_id);
end
$$;
