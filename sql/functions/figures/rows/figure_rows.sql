-- Returns the rows of an answer: its dimensions, each figure, and money by currency.
--
-- Where days are asked for, each day has a row for each key, because what is active changes on few
-- days. Without them, what is active is so at the end of the last day.
-- Raises: figures_too_many_rows.

create function api.figure_rows(
    first_day date, last_day date, dimensions text[], row_limit integer)
returns json
language plpgsql stable
as $$
declare
    _is_daily constant boolean := 'day' = any (dimensions);
    _days constant integer := case when _is_daily then last_day - first_day + 1 else 1 end;
    _keys bigint;
    _rows json;
begin
    with cells as materialized (
        select cell.key, case when _is_daily then cell.day end as day, cell.figure, cell.currency,
               sum(cell.number) as number, sum(cell.amount) as amount
          from api.figure_cells(first_day, last_day, dimensions) as cell
         group by 1, 2, 3, 4
    ),
    keys as materialized (
        select distinct cells.key from cells
    ),
    numbers as (
        select keys.key, days.day, names.name, names.place,
               case when starts_with(names.name, 'active_')
                    then sum(coalesce(cells.number, 0))
                         over (partition by keys.key, names.name order by days.day)
                    else coalesce(cells.number, 0) end as number
          from keys
         cross join (
               -- From the day before: it has what was active before the first day.
               select case when _is_daily then first_day + number end as day
                 from generate_series(case when _is_daily then -1 else 0 end, _days - 1) as number)
               as days
         cross join api.figure_names() as names
          left join cells on cells.key = keys.key and cells.figure = names.name
                         and coalesce(cells.day, 'infinity') = coalesce(days.day, 'infinity')
    ),
    money as (
        select listed.key, listed.day, json_object_agg(listed.figure, listed.amounts) as amounts
          from (select cells.key, cells.day, cells.figure,
                       json_agg(json_build_object(
                           'currency', cells.currency, 'number', cells.number,
                           'amount', cells.amount) order by cells.currency) as amounts
                  from cells where cells.figure in ('charges', 'refunds', 'refunds_reversed')
                 group by 1, 2, 3) as listed
         group by 1, 2
    )
    select counted.keys, case when counted.keys * _days <= row_limit then (
               select json_agg(
                          api.figure_row_json(shown.key, shown.day, shown.figures, money.amounts)
                          order by shown.day, shown.key)
                 from (select numbers.key, numbers.day,
                              json_object_agg(numbers.name, numbers.number order by numbers.place)
                                  as figures
                         from numbers group by 1, 2) as shown
                 left join money
                   on money.key = shown.key and money.day is not distinct from shown.day
                where shown.day is null or shown.day >= first_day) end
      into _keys, _rows
      from (select count(*) as keys from keys) as counted;
    if _keys * _days > row_limit then
        raise sqlstate 'PT422' using message = 'figures_too_many_rows',
            detail = format('An answer has at most %s rows.', row_limit);
    end if;
    return coalesce(_rows, '[]');
end
$$;
