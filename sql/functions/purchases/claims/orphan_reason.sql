-- Returns why a purchase without an identified owner is an orphan.
--
-- - `unknown_id`: the purchase left its owner, and no evidence names the new one.
-- - `transferred`: an identified app user owned it before.
-- - `conflict`: a merge of its owner with an identified app user was undone.
-- - `anonymous`: it was bought before sign-up.

create function api.orphan_reason(bought entitlements.purchases) returns text
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return case
        when bought.owner_uuid is null then 'unknown_id'
        when api.identified_app_user_id(bought.previous_owner_app_user_id) is not null
            then 'transferred'
        when exists (
            select from entitlements.app_user_ids own
              join entitlements.merge_links link
                on link.tenant_id = _tenant_id and link.anonymous_app_user_id = own.app_user_id
             where own.tenant_id = _tenant_id and own.app_user_uuid = bought.owner_uuid
               and link.is_severed) then 'conflict'
        else 'anonymous' end;
end
$$;
