-- Writes down a reading that says what the one before said, where nothing happened since that it
-- could change. False: it may, or it is another one; then nothing was written.
--
-- internal: called by apply_snapshot, because nearly every reading is one of these.
-- What it comes to is what apply_snapshot comes to: the purchases are those of the reading before,
-- and are folded up to here. What turns on the time of the reading is left to apply_snapshot: an
-- entry that ended or began in between, and access beyond the expiry.
-- Locks: the person, without waiting: whoever holds them is about to tell something new.

create function api.repeat_reading(
    reading entitlements.snapshots, listed entitlements.evidence[])
returns boolean
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _last entitlements.snapshots;
    _uuid uuid;
begin
    select earlier.* into _last from entitlements.snapshots earlier
     where earlier.tenant_id = _tenant_id and earlier.app_user_id = reading.app_user_id
     order by earlier.read_at desc
     limit 1;
    if _last.content is distinct from reading.content or _last.read_at >= reading.read_at
       or _last.order_at >= reading.order_at then
        return false;
    end if;
    select person.app_user_uuid into _uuid
      from entitlements.app_user_ids own
      join entitlements.app_users person
        on person.tenant_id = _tenant_id and person.app_user_uuid = own.app_user_uuid
     where own.tenant_id = _tenant_id and own.app_user_id = reading.app_user_id
       for no key update of person skip locked;
    if not found or api.is_news(reading, listed, _last, _uuid) then
        return false;
    end if;

    -- What a crash of the machine takes with it is read again, and nothing is lost: no need to wait
    -- for the disk.
    perform set_config('synchronous_commit', 'off', true);
    insert into entitlements.snapshots
           (tenant_id, app_user_id, read_at, received_at, app_user_ids, run_id, content,
            purchase_ids, running_products)
    values (_tenant_id, reading.app_user_id, reading.read_at, reading.received_at,
            reading.app_user_ids, reading.run_id, reading.content, _last.purchase_ids,
            _last.running_products);
    update entitlements.purchases purchase
       set folded_at = reading.order_at,
           folded_evidence_id = api.snapshot_evidence_id(
               reading.app_user_id, reading.read_at, '')
     where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (_last.purchase_ids);
    update entitlements.app_users person
       set confirmed_at = greatest(person.confirmed_at, reading.order_at)
     where person.tenant_id = _tenant_id and person.app_user_uuid = _uuid;
    return true;
end
$$;

grant execute on function api.repeat_reading(entitlements.snapshots, entitlements.evidence[])
    to hearth_server;
comment on function api.repeat_reading(entitlements.snapshots, entitlements.evidence[]) is
    'Writes down a reading that says what the one before said, where nothing happened since.';
