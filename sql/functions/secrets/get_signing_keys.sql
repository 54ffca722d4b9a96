-- Returns the signing keys of a tenant that are published, newest first.
--
-- A key signs from `signs_from` until the next one does. It is published for 25 hours more: its
-- last statement has ended by then.

create function api.get_signing_keys(as_of timestamptz default null)
returns table (key_id text, sealed bytea, public_key bytea, signs_from timestamptz)
language plpgsql stable rows 3
as $$
declare
    _as_of constant timestamptz := coalesce(get_signing_keys.as_of, now());
begin
    return query
    select known.key_id, known.sealed, known.public_key, known.signs_from
      from (select key.*, lead(key.signs_from) over newer as signs_until
              from entitlements.signing_keys key
             where key.tenant_id = entitlements.current_tenant_id()
            window newer as (order by key.signs_from)) as known
     where known.signs_until is null or known.signs_until > _as_of - interval '25 hours'
     order by known.signs_from desc;
end
$$;
