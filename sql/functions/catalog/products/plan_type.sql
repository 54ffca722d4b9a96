-- Returns what a product is called by its duration: monthly, annual, lifetime and so on.
--
-- The words are those of RevenueCat's packages. `custom` is any other duration. Null for a
-- consumable, which lasts for no time, and for a product that the catalog lacks.

create function api.plan_type(kind text, duration text) returns text
language sql immutable
return case
    when kind = 'non_consumable' then 'lifetime'
    when duration in ('P1W', 'P7D') then 'weekly'
    when duration = 'P1M' then 'monthly'
    when duration = 'P2M' then 'two_month'
    when duration = 'P3M' then 'three_month'
    when duration = 'P6M' then 'six_month'
    when duration in ('P1Y', 'P12M') then 'annual'
    when duration is not null then 'custom' end;
