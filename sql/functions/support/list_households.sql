-- Returns a page of households with their owner and their seats, newest first.
--
-- Called with a support key or more. A filter that is null filters nothing: whether a household is
-- dissolved, and whether it has more members than seats. `after_created_at` and
-- `after_household_id` are those of the previous page's last row.
-- A page looks at `page_rows_maximum` households at most. If it looked at so many and is not full,
-- its last row has no answer: the next page goes on after it.
-- Null: with_dissolved, with_seats_exceeded, after_created_at, after_household_id, answer.

create function api.list_households(
    with_dissolved boolean, with_seats_exceeded boolean, page_limit integer,
    after_created_at timestamptz, after_household_id uuid, as_of timestamptz default null)
returns table (answer json, created_at timestamptz, household_id uuid)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(list_households.as_of, now());
    _moment constant timestamptz := coalesce(list_households.after_created_at, 'infinity');
    _id constant uuid := coalesce(
        list_households.after_household_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    _page_rows_maximum constant integer := 500;
    _number bigint;
begin
    return query
    select api.listed_household(
               household.household_id, household.name, household.created_at,
               household.dissolved_at, household.seats_exceeded_at, _as_of),
           household.created_at, household.household_id
      from (select one.* from entitlements.households one
             where one.tenant_id = _tenant_id
               and (one.created_at, one.household_id) < (_moment, _id)
             order by one.created_at desc, one.household_id desc
             limit _page_rows_maximum) as household
     where coalesce((household.dissolved_at is not null) = list_households.with_dissolved, true)
       and coalesce((household.seats_exceeded_at is not null)
                        = list_households.with_seats_exceeded, true)
     order by household.created_at desc, household.household_id desc
     limit list_households.page_limit;
    get diagnostics _number = row_count;
    return query
    select null::json, household.created_at, household.household_id
      from entitlements.households household
     where _number < list_households.page_limit and household.tenant_id = _tenant_id
       and (household.created_at, household.household_id) < (_moment, _id)
     order by household.created_at desc, household.household_id desc
    offset _page_rows_maximum - 1 limit 1;
end
$$;
