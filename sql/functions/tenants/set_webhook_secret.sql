-- Puts a sealed secret into a slot of its kind: the one that is named, else a free one.
--
-- Called by an operator. Both slots are live, so an occupied one is replaced only if it is named.
-- Dry run: rolled back by the driver.
-- Idempotent: a named slot holds the last secret that was put there.
-- Null: slot.
-- Locks: the slot.
-- Raises: secret_slots_full 409.

create function api.set_webhook_secret(
    kind text, slot integer, sealed bytea)
returns table (used_slot integer, outcome text)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _slot integer;
    _outcome text;
begin
    foreach _slot in array case when set_webhook_secret.slot is null
                                then array[1, 2] else array[set_webhook_secret.slot] end
    loop
        insert into entitlements.webhook_secrets as secret (tenant_id, kind, slot, sealed)
        values (_tenant_id, set_webhook_secret.kind, _slot, set_webhook_secret.sealed)
            on conflict on constraint webhook_secrets_pkey do update
           set sealed = excluded.sealed, created_at = now()
         where set_webhook_secret.slot is not null
        returning case when secret.xmax = 0 then 'set' else 'replaced' end into _outcome;
        exit when _outcome is not null;
    end loop;
    if _outcome is null then
        raise sqlstate 'PT409' using message = 'secret_slots_full',
            detail = 'Both slots are live: name slot 1 or slot 2 to replace its secret.';
    end if;
    perform pg_notify('hearth_tenants', '');
    return query select _slot, _outcome;
end
$$;
