-- Why a purchase that no identified person owns is an orphan.
--
-- internal: called by note_orphans.
-- `unknown_id`: it left its owner, and nobody told to whom. `transferred`: an identified person had
-- it. `conflict`: whoever has it was kept apart from an identified person. `anonymous`: somebody
-- bought it before they signed up.
-- Locks: none.

create function api.orphan_reason(bought entitlements.purchases) returns text
language plpgsql stable security invoker
set search_path = ''
as $$
#variable_conflict use_column
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
