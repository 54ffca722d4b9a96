-- Returns the app users that an id or a code of a wing leads to, at most a number for each kind.
--
-- The question that find_app_users asks every wing. `code_digests` are those of the text as a code.

create function api.found_in_wings(query text, code_digests bytea[], maximum integer)
returns table (matched_by text, matched text, attribute text, app_user_id text)
language sql stable rows 10
begin atomic
    select match.* from api.found_codes(
               found_in_wings.query, found_in_wings.code_digests, found_in_wings.maximum) as match
     union all
    select match.* from api.found_grants(found_in_wings.query, found_in_wings.maximum) as match
     union all
    select match.* from api.found_reservations(found_in_wings.query, found_in_wings.maximum)
               as match;
end;
