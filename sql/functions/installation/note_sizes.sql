-- Stores how large the tables of each kind are, once a day; deletes samples of 400 days ago.
--
-- Called by the worker.
-- security definer because tables belong to no tenant.
-- Idempotent: the first call of a day counts.
-- Locks: the samples.

create function api.note_sizes(as_of timestamptz default null) returns void
language plpgsql volatile security definer
as $$
declare
    _today constant date :=
        (coalesce(note_sizes.as_of, now()) at time zone 'UTC')::date;
begin
    if exists (
        select from entitlements.size_samples sample where sample.sampled_on = _today) then
        return; -- The usual case.
    end if;
    insert into entitlements.size_samples (sampled_on, kind, bytes)
    select _today, sized.kind, sized.bytes from api.table_sizes() as sized
        on conflict do nothing;
    delete from entitlements.size_samples old where old.sampled_on < _today - 400;
end
$$;
