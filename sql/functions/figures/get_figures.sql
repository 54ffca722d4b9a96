-- Returns the figures of a tenant between two days, by the dimensions that are asked for.
--
-- Called with a secret or an admin key. Days are those of the tenant's time zone, as
-- `YYYY-MM-DD`; by default the 28 days that end today. `computed_at` is when the oldest part was
-- computed: what came later counts in the next computation. `households` counts them by size, which
-- reads every member; it is null unless `counts_households`.
-- Raises: figures_range_invalid, figures_too_many_rows.

create function api.get_figures(
    first_day text default null, last_day text default null, dimensions text[] default null,
    counts_households boolean default true, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
set enable_hashjoin = on
set work_mem = '32MB'
as $$
declare
    _days_maximum constant integer := 366;
    _rows_maximum constant integer := 5000;
    _as_of constant timestamptz := coalesce(get_figures.as_of, now());
    _dimensions constant text[] := coalesce(get_figures.dimensions, '{}');
    _time_zone constant text := (
        select tenant.time_zone from entitlements.tenants tenant
         where tenant.tenant_id = entitlements.current_tenant_id());
    _last constant date := coalesce(
        get_figures.last_day::date, (_as_of at time zone _time_zone)::date);
    _first constant date := coalesce(get_figures.first_day::date, _last - 27);
    _from_moment constant timestamptz := _first::timestamp at time zone _time_zone;
    _until_moment constant timestamptz := (_last + 1)::timestamp at time zone _time_zone;
    _lists json;
begin
    if _last < _first or _last - _first >= _days_maximum then
        raise sqlstate 'PT422' using message = 'figures_range_invalid',
            detail = format('A range has 1 to %s days.', _days_maximum);
    end if;
    select coalesce(json_agg(counted), '[]') into _lists
      from api.figure_lists(
               _from_moment, _until_moment, _time_zone, 'day' = any (_dimensions)) as counted;
    return query
    select _as_of, json_build_object(
        'from', _first, 'to', _last, 'time_zone', _time_zone, 'by', to_json(_dimensions),
        'computed_at', (
            select case when count(*) = 16 and isfinite(min(computed.computed_at))
                        then api.rfc3339(min(computed.computed_at)) end
              from entitlements.figure_buckets computed
             where computed.tenant_id = entitlements.current_tenant_id()),
        'data', api.figure_rows(_first, _last, _dimensions, _rows_maximum),
        'restores', api.figure_list_json('restores', 'kind', _lists),
        'limits', api.figure_list_json('limits', 'limit_id', _lists),
        'offers', api.figure_list_json('offers', 'offer_code', _lists),
        'campaigns', api.figure_list_json('campaigns', 'campaign_id', _lists),
        'households', case when get_figures.counts_households then coalesce((
            select json_agg(sized order by sized.members, sized.payers)
              from api.household_sizes(least(_until_moment, _as_of)) as sized), '[]') end);
end
$$;
