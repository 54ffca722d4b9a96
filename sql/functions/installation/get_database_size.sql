-- Returns the bytes that the database takes on its disk, without the server's log of writes.
--
-- They are null if the owner of the functions may not connect to the database.
-- Null: bytes.
-- security definer because the database belongs to no tenant.

create function api.get_database_size()
returns table (bytes bigint)
language plpgsql volatile security definer rows 1
as $$
begin
    return query
    select case when has_database_privilege(current_database(), 'connect')
                then pg_database_size(current_database()) end;
end
$$;
