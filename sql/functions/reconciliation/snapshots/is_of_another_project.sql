-- Whether RevenueCat has known somebody for a shorter time than it has told us of them: what it
-- says is about a stranger, and nothing follows from it.
--
-- internal: called by snapshot_rows, for a person who has nothing.
-- Version 1 of the API makes a customer of every id that it is asked for. So the key of another
-- project, or reading somebody who was deleted, answers that they have nothing, as does a transfer
-- that nobody told us of; but nobody is younger than what was told of them. Events, readings and
-- RevenueCat's customers are all dated by RevenueCat's clock, the last in whole seconds rounded
-- down.
-- Locks: none.

create function api.is_of_another_project(app_user_id text, first_seen_at timestamptz)
returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return exists (
            select from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.app_user_id = is_of_another_project.app_user_id
               and told.occurred_at < is_of_another_project.first_seen_at)
       or exists (
            select from entitlements.transfer_sides side
              join entitlements.evidence told
                on told.tenant_id = _tenant_id and told.evidence_id = side.evidence_id
             where side.tenant_id = _tenant_id
               and side.app_user_id = is_of_another_project.app_user_id
               and told.occurred_at < is_of_another_project.first_seen_at)
       or exists (
            select from entitlements.app_user_id_links link
             where link.tenant_id = _tenant_id
               and (link.app_user_id = is_of_another_project.app_user_id
                    or link.linked_app_user_id = is_of_another_project.app_user_id)
               and link.linked_at < is_of_another_project.first_seen_at)
       or exists (
            select from entitlements.snapshots reading
             where reading.tenant_id = _tenant_id
               and reading.app_user_id = is_of_another_project.app_user_id
               and reading.read_at < is_of_another_project.first_seen_at);
end
$$;
