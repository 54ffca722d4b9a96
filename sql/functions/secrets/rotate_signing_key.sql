-- Adds a signing key of a tenant, which signs an hour later: verifiers know it by then.
--
-- Called by an operator. A tenant's first key signs at once. With `is_at_once`, so does this one,
-- and the others are deleted: what they signed counts no more, for example after a theft.
-- Keys whose last statement has ended are deleted.
-- Idempotent: a key that is known stays as it is.
-- Locks: the tenant → its keys.
-- Raises: rotation_in_progress 409.

create function api.rotate_signing_key(
    key_id text, sealed bytea, public_key bytea, is_at_once boolean,
    as_of timestamptz default null)
returns table (signs_from timestamptz)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of timestamptz;
    _newest timestamptz;
begin
    perform from entitlements.tenants tenant where tenant.tenant_id = _tenant_id
        for no key update;
    _as_of := coalesce(rotate_signing_key.as_of, clock_timestamp());
    return query
    select known.signs_from from entitlements.signing_keys known
     where known.tenant_id = _tenant_id and known.key_id = rotate_signing_key.key_id;
    if found then
        return;
    end if;
    delete from entitlements.signing_keys known
     where known.tenant_id = _tenant_id
       and (is_at_once
            or known.key_id not in (select kept.key_id from api.get_signing_keys(_as_of) as kept));
    select max(known.signs_from) into _newest from entitlements.signing_keys known
     where known.tenant_id = _tenant_id;
    if _newest > _as_of then
        raise sqlstate 'PT409' using message = 'rotation_in_progress',
            detail = 'The newest key does not sign yet. Rotate again once it does.',
            hint = json_build_object('retry_at', api.rfc3339(_newest));
    end if;
    return query
    insert into entitlements.signing_keys as added
           (tenant_id, key_id, sealed, public_key, created_at, signs_from)
    values (_tenant_id, rotate_signing_key.key_id, rotate_signing_key.sealed,
            rotate_signing_key.public_key, _as_of,
            case when _newest is null then _as_of else _as_of + interval '1 hour' end)
    returning added.signs_from;
    perform pg_notify('hearth_tenants', '');
end
$$;
