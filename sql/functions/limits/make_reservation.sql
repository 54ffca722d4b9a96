-- Writes down what is set aside, or what was used under a reference; nothing else is remembered one
-- by one.
--
-- internal: called by use_limit, which holds the person.
-- Locks: none beyond the caller's.

create function api.make_reservation(
    app_user_id text, limit_id text, period_starts_at timestamptz, amount integer,
    reference text, expires_in_seconds integer, as_of timestamptz)
returns entitlements.reservations
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _made entitlements.reservations;
begin
    if make_reservation.reference is null and make_reservation.expires_in_seconds is null then
        return null;
    end if;
    insert into entitlements.reservations
           (tenant_id, app_user_id, limit_id, period_starts_at, amount, reference, status,
            made_at, expires_at)
    values (entitlements.current_tenant_id(), make_reservation.app_user_id,
            make_reservation.limit_id, make_reservation.period_starts_at,
            make_reservation.amount, make_reservation.reference,
            case when make_reservation.expires_in_seconds is null then 'used'
                 else 'reserved' end,
            make_reservation.as_of,
            make_reservation.as_of
            + make_interval(secs => make_reservation.expires_in_seconds))
    returning * into strict _made;
    return _made;
end
$$;

grant execute
    on function api.make_reservation(
        text, text, timestamptz, integer, text, integer, timestamptz)
    to hearth_server;
comment on function api.make_reservation(
    text, text, timestamptz, integer, text, integer, timestamptz) is
    'Writes down what is set aside, or what was used under a reference.';
