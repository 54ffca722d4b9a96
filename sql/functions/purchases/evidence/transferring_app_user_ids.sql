-- Returns those of the given ids whose app user is a source of a transfer.
--
-- Includes ids that the transfer does not name: an owner may hold a purchase under any of their
-- ids.

create function api.transferring_app_user_ids(evidence_id text, app_user_ids text[])
returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select known.app_user_id
          from entitlements.app_user_ids known
         cross join lateral (
              -- Start from the app user's ids: a transfer may name hundreds.
               select from entitlements.app_user_ids own
                where own.tenant_id = _tenant_id
                  and own.app_user_uuid = known.app_user_uuid
                  and exists (
                      select from entitlements.transfer_sides side
                       where side.tenant_id = _tenant_id
                         and side.app_user_id = own.app_user_id
                         and side.evidence_id = transferring_app_user_ids.evidence_id
                         and side.side = 'from'
                      offset 0)
                limit 1) as taken
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (transferring_app_user_ids.app_user_ids));
end
$$;
