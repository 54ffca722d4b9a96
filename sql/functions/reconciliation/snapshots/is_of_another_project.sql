-- Returns whether a RevenueCat customer is newer than our first evidence of the id.
--
-- The caller asks for snapshots without purchases. v1 creates a customer for every id it is asked
-- about. So another project's key, or a deleted customer, gives a customer without purchases, as a
-- transfer does. But a customer cannot be created after the first event about them.
-- Events, snapshots and customers are dated by RevenueCat's clock; customers in whole seconds,
-- rounded down.

create function api.is_of_another_project(app_user_id text, first_seen_at timestamptz)
returns boolean
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return exists (
            select from entitlements.evidence evidence
             where evidence.tenant_id = _tenant_id
               and evidence.app_user_id = is_of_another_project.app_user_id
               and evidence.occurred_at < is_of_another_project.first_seen_at)
       or exists (
            select from entitlements.transfer_sides side
              join entitlements.evidence evidence
                on evidence.tenant_id = _tenant_id and evidence.evidence_id = side.evidence_id
             where side.tenant_id = _tenant_id
               and side.app_user_id = is_of_another_project.app_user_id
               and evidence.occurred_at < is_of_another_project.first_seen_at)
       or exists (
            select from entitlements.app_user_id_links link
             where link.tenant_id = _tenant_id
               and (link.app_user_id = is_of_another_project.app_user_id
                    or link.linked_app_user_id = is_of_another_project.app_user_id)
               and link.linked_at < is_of_another_project.first_seen_at)
       or exists (
            select from entitlements.snapshots snapshot
             where snapshot.tenant_id = _tenant_id
               and snapshot.app_user_id = is_of_another_project.app_user_id
               and snapshot.read_at < is_of_another_project.first_seen_at);
end
$$;
