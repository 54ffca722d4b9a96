-- Notes that ids used a limit above its fair use, for the findings.
--
-- The caller has locked the app users.
-- Locks: the rows of overuses.

create function api.note_overuses(throttled entitlements.reservations[], as_of timestamptz)
returns void
language plpgsql volatile
as $$
begin
    if note_overuses.throttled is null then
        return; -- The usual case.
    end if;
    insert into entitlements.overuses as noted
           (tenant_id, limit_id, app_user_id, first_at, last_at)
    select distinct entitlements.current_tenant_id(), use.limit_id, use.app_user_id,
           note_overuses.as_of, note_overuses.as_of
      from unnest(note_overuses.throttled) as use
        on conflict on constraint overuses_pkey do update
       set last_at = greatest(noted.last_at, excluded.last_at);
end
$$;
