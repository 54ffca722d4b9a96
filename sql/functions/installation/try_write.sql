-- Makes a write and takes it back: the error says why the database takes no writes.
--
-- Asks for fresh room on the disk, too: on a full disk a row may still find some in its table.
-- security definer because presence belongs to no tenant.
-- Locks: the row of presence.

create function api.try_write(as_of timestamptz default null)
returns void
language plpgsql volatile security definer
as $$
declare
    -- Half a megabyte.
    _rows constant integer := 40000;
begin
    begin
        -- Rows that exceed `work_mem` go to a file, which is gone at the end.
        perform set_config('work_mem', '64kB', true);
        perform count(*) from generate_series(1, _rows);
    exception when configuration_limit_exceeded then
        -- `temp_file_limit` is about such files only.
        null;
    end;
    begin
        insert into entitlements.presence as presence (seen_at)
        values (coalesce(try_write.as_of, clock_timestamp()))
            on conflict on constraint presence_pkey do update set seen_at = presence.seen_at;
        raise sqlstate 'HDRY0'; -- Undoes the write.
    exception when sqlstate 'HDRY0' then
        null;
    end;
end
$$;
