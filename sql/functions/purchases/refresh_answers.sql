-- Stores anew what people may do, and everybody whom they share or have shared a household with.
--
-- internal: called by whatever changed what an answer is derived from, after the change.
-- An answer whose row somebody else is writing is marked as stale instead: to wait for it could be
-- to wait for somebody who waits for us. A mark goes when an answer is stored that was derived
-- after the mark was seen, by whoever holds the row; so no answer is used that misses a change.
-- Idempotent: the same facts give the same answers.
-- Locks: the rows of answers that nobody holds, waiting for none.

create function api.refresh_answers(app_user_uuids uuid[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _concerned constant uuid[] := api.people_sharing_with(refresh_answers.app_user_uuids);
    _held constant uuid[] := array(
        select stored.app_user_uuid from entitlements.stored_answers stored
         where stored.tenant_id = _tenant_id and stored.app_user_uuid = any (_concerned)
           for update skip locked);
begin
    if not _held @> _concerned then
        insert into entitlements.stale_answers (tenant_id, app_user_uuid)
        select _tenant_id, concerned.app_user_uuid
          from unnest(_concerned) as concerned (app_user_uuid)
         where concerned.app_user_uuid <> all (_held);
    end if;
    perform api.store_answers(_held);
end
$$;

grant execute on function api.refresh_answers(uuid[]) to hearth_server;
comment on function api.refresh_answers(uuid[]) is
    'Stores anew what people may do, and everybody whom they share a household with.';
