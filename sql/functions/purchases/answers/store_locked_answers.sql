-- Derives answers again whose rows the caller has locked, and stores them.
--
-- Locks: none beyond the caller's.

create function api.store_locked_answers(app_user_uuids uuid[]) returns void
language plpgsql volatile
as $$
begin
    perform api.store_answers(array_agg(held.stored), array_agg(held.place))
       from (select distinct unnest(store_locked_answers.app_user_uuids)) as due (app_user_uuid)
      cross join lateral (
            select stored, stored.ctid as place from entitlements.stored_answers stored
             where stored.tenant_id = entitlements.current_tenant_id()
               and stored.app_user_uuid = due.app_user_uuid
            offset 0) as held;
end
$$;
