-- Puts a sealed secret into a slot: the one that is named, else a free one.
--
-- Called by an operator. `kind` is one of these:
-- - authorization, signature: it authenticates webhooks; `name` is empty;
-- - token_secret: it signs the tokens of the issuer `name`.
-- Both slots are live, so an occupied one is replaced only if it is named.
-- Dry run: rolled back by the driver.
-- Idempotent: a named slot holds the last secret that was put there.
-- Null: slot.
-- Locks: the issuer → the slot.
-- Raises: token_issuer_not_found 404, secret_slots_full 409.

create function api.set_secret(kind text, name text, slot integer, sealed bytea)
returns table (used_slot integer, outcome text)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _is_of_issuer constant boolean := set_secret.kind = 'token_secret';
    _slot integer;
    _outcome text;
begin
    perform from entitlements.token_issuers known
      where known.tenant_id = _tenant_id and known.issuer = set_secret.name
        for key share;
    if _is_of_issuer and not found then
        raise sqlstate 'PT404' using message = 'token_issuer_not_found',
            detail = api.unknown_name('issuer', set_secret.name);
    end if;
    foreach _slot in array case when set_secret.slot is null
                                then array[1, 2] else array[set_secret.slot] end
    loop
        if _is_of_issuer then
            insert into entitlements.token_secrets as secret (tenant_id, issuer, slot, sealed)
            values (_tenant_id, set_secret.name, _slot, set_secret.sealed)
                on conflict on constraint token_secrets_pkey do update
               set sealed = excluded.sealed, created_at = now()
             where set_secret.slot is not null
            returning case when secret.xmax = 0 then 'set' else 'replaced' end into _outcome;
        else
            insert into entitlements.webhook_secrets as secret (tenant_id, kind, slot, sealed)
            values (_tenant_id, set_secret.kind, _slot, set_secret.sealed)
                on conflict on constraint webhook_secrets_pkey do update
               set sealed = excluded.sealed, created_at = now()
             where set_secret.slot is not null
            returning case when secret.xmax = 0 then 'set' else 'replaced' end into _outcome;
        end if;
        exit when _outcome is not null;
    end loop;
    if _outcome is null then
        raise sqlstate 'PT409' using message = 'secret_slots_full',
            detail = 'Both slots are taken. To replace a secret, name slot 1 or slot 2.';
    end if;
    perform pg_notify('hearth_tenants', '');
    return query select _slot, _outcome;
end
$$;
