-- Returns whether an undone merge keeps two parts of ids apart.
--
-- `severed` is an array of pairs of ids.
-- Pure: reads only its arguments.

create function api.are_severed(
    severed text[], app_user_ids text[], parts integer[], one integer, other integer)
returns boolean
language plpgsql immutable
as $$
declare
    _pair text[];
begin
    if cardinality(severed) = 0 then
        return false; -- The usual case.
    end if;
    foreach _pair slice 1 in array severed loop
        if array[parts[array_position(app_user_ids, _pair[1])],
                 parts[array_position(app_user_ids, _pair[2])]]
           in (array[one, other], array[other, one]) then
            return true;
        end if;
    end loop;
    return false;
end
$$;
