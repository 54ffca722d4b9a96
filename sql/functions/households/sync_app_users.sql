-- Brings what devices are sent of people, of their memberships and purchases, to what is derived,
-- and what they and those in their household may do.
--
-- internal: called by whatever changes a membership, who owns a household, or a person's ids.
-- A row depends on its person's ids and memberships and on the purchase. Whoever writes it holds
-- these, so of two changes at once the later sees the earlier. The caller may have changed them
-- without: they are locked here, before anything is derived.
-- Idempotent: rows that are right already say the same.
-- Locks: app users by uuid → purchases by id → the rows, and free rows of answers.

create function api.sync_app_users(app_user_uuids uuid[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _purchase_ids uuid[];
begin
    perform from entitlements.app_users person
      where person.tenant_id = _tenant_id
        and person.app_user_uuid = any (sync_app_users.app_user_uuids)
      order by person.app_user_uuid
        for no key update;
    _purchase_ids := array(
        select purchase.purchase_id from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id
           and (purchase.owner_uuid = any (sync_app_users.app_user_uuids)
                or purchase.previous_owner_uuid = any (sync_app_users.app_user_uuids))
         order by purchase.purchase_id
           for no key update);
    perform api.note_orphans(_purchase_ids);
    perform api.sync_purchases(_purchase_ids);
    perform api.sync_household_members(sync_app_users.app_user_uuids);
    perform api.refresh_answers(sync_app_users.app_user_uuids);
end
$$;

grant execute on function api.sync_app_users(uuid[]) to hearth_server;
comment on function api.sync_app_users(uuid[]) is
    'Brings what devices are sent of people to what is derived.';
