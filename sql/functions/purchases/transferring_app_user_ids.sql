-- All ids of the people from whom a transfer takes: a purchase may be held under any of them.
--
-- internal: called by folded_purchase.
-- Locks: none.

create function api.transferring_app_user_ids(evidence_id text) returns text[]
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select own.app_user_id
          from entitlements.transfer_sides side
          join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = side.app_user_id
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
         where side.tenant_id = _tenant_id
           and side.evidence_id = transferring_app_user_ids.evidence_id
           and side.side = 'from');
end
$$;

grant execute on function api.transferring_app_user_ids(text) to hearth_server;
comment on function api.transferring_app_user_ids(text) is
    'All ids of the people from whom a transfer takes.';
