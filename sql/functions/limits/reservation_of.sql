-- What a person used or set aside under a reference; nothing, where they did not.
--
-- internal: called by use_limit, which holds the person.
-- All of a person's ids are looked at: a job that began before they signed up is retried after.
-- What was set aside and has expired is let go, for the reference to be used anew.
-- Locks: none beyond the caller's.
-- Raises: reference_reused 422.

create function api.reservation_of(
    app_user_id text, limit_id text, reference text, amount integer, as_of timestamptz)
returns entitlements.reservations
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := api.own_app_user_ids(reservation_of.app_user_id);
    _found entitlements.reservations;
begin
    if reservation_of.reference is null then
        return null;
    end if;
    update entitlements.reservations lapsed
       set status = 'released'
     where lapsed.tenant_id = _tenant_id and lapsed.app_user_id = any (_ids)
       and lapsed.limit_id = reservation_of.limit_id
       and lapsed.reference = reservation_of.reference and lapsed.status = 'reserved'
       and lapsed.expires_at <= reservation_of.as_of;
    select * into _found from entitlements.reservations made
     where made.tenant_id = _tenant_id and made.app_user_id = any (_ids)
       and made.limit_id = reservation_of.limit_id
       and made.reference = reservation_of.reference and made.status <> 'released'
     order by made.made_at
     limit 1;
    if _found.amount <> reservation_of.amount then
        raise sqlstate 'PT422' using message = 'reference_reused',
            detail = 'This reference came with another amount before.';
    end if;
    return _found;
end
$$;

grant execute on function api.reservation_of(text, text, text, integer, timestamptz)
    to hearth_server;
comment on function api.reservation_of(text, text, text, integer, timestamptz) is
    'What a person used or set aside under a reference.';
