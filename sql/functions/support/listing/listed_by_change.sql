-- Returns a page of people whose access changed, by their newest change; see list_app_users.
--
-- Each person stands once, at the newest entry of the change log under any of their ids. The log
-- keeps entries for some days only. A later page ignores entries after `first_number`, the newest
-- one of the first page, so a person whose access changes meanwhile keeps their place. A number is
-- a time, so `changed_since` ends the list by the index.
-- Null: changed_since, after_number, after_first_number, answer.

create function api.listed_by_change(
    environment text, filter jsonb, changed_since timestamptz, after_number bigint,
    after_first_number bigint, page_limit integer, rows_maximum integer)
returns table (answer json, place_number bigint, first_number bigint)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _first constant bigint := coalesce(listed_by_change.after_first_number, (
        select head.last_number from entitlements.change_heads head
         where head.tenant_id = _tenant_id), 0);
    _before constant bigint := coalesce(listed_by_change.after_number, _first + 1);
    _since constant bigint := coalesce(
        (extract(epoch from listed_by_change.changed_since) * 1000000)::bigint, 0);
    _number bigint;
begin
    return query
    select listed.answer, entry.number, _first
      from (select change.number, change.app_user_id, change.recorded_at
              from entitlements.change_entries change
             where change.tenant_id = _tenant_id and change.number < _before
               and change.number >= _since
             order by change.number desc
             limit listed_by_change.rows_maximum) as entry
     cross join lateral api.app_user_of(entry.app_user_id) as owner
     cross join lateral api.listed_app_user(
               owner.app_user_uuid, listed_by_change.environment, listed_by_change.filter,
               null, null, null, entry.recorded_at) as listed
     where not exists (
           select from api.ids_of(owner.app_user_uuid) as own
            cross join lateral (
                  select later.number from entitlements.change_entries later
                   where later.tenant_id = _tenant_id and later.app_user_id = own.app_user_id
                     and later.number > entry.number and later.number <= _first
                   limit 1) as newer)
     order by entry.number desc
     limit listed_by_change.page_limit;
    get diagnostics _number = row_count;
    return query
    select null::json, change.number, _first
      from entitlements.change_entries change
     where _number < listed_by_change.page_limit and change.tenant_id = _tenant_id
       and change.number < _before and change.number >= _since
     order by change.number desc
    offset listed_by_change.rows_maximum - 1 limit 1;
end
$$;
