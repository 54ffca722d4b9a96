-- Writes an audit entry that a tenant's key was tried at the console in vain, at most one an hour.
--
-- Called for each wrong sign-in that names a key; any caller can cause one. A key that does not
-- exist has no entry. A revoked one has, because its id is known.
-- Idempotent: further calls within the hour write nothing.
-- security definer because the caller is no tenant's.
-- Locks: the key.

create function api.note_refused_sign_in(key_id text, as_of timestamptz default null)
returns void
language plpgsql volatile security definer
as $$
declare
    _as_of constant timestamptz := coalesce(note_refused_sign_in.as_of, clock_timestamp());
    _tenant_id uuid;
begin
    select key.tenant_id into _tenant_id
      from entitlements.api_keys key
     where key.key_id = note_refused_sign_in.key_id
       for no key update;
    if _tenant_id is null then
        return;
    end if;
    perform set_config('hearth.tenant_id', _tenant_id::text, true); -- Row security asks for it.
    if not exists (
           select from entitlements.audit_entries entry
            where entry.tenant_id = _tenant_id and entry.recorded_at > _as_of - interval '1 hour'
              and entry.action = 'refuse_sign_in'
              and entry.after #>> '{0,key_id}' = note_refused_sign_in.key_id) then
        perform api.add_sign_in_entry(
            note_refused_sign_in.key_id, 'refuse_sign_in', 'unauthenticated', 'wrong_key', _as_of);
    end if;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
