-- Marks the log: a standby that has the new mark has followed this primary up to now.
--
-- Servers call it once a minute, with their presence. One mark in 50 seconds is enough for all.
-- Locks: the row of the installation.

create function api.renew_mark(as_of timestamptz) returns void
language plpgsql volatile
as $$
declare
    _life constant interval := interval '50 seconds';
begin
    update entitlements.installation
       set former_mark = installation.mark, mark = gen_random_uuid(),
           marked_at = renew_mark.as_of
     where installation.marked_at not between
           renew_mark.as_of - _life and renew_mark.as_of + _life;
end
$$;
