-- Returns whether an entry of a timeline comes after those of the page before: it is earlier.
--
-- Inlined (plans: rule 6). Pure: reads only its arguments.

create function api.is_earlier(
    recorded_at timestamptz, place text, asked entitlements.timeline_query)
returns boolean
language sql stable
return asked.before_recorded_at = 'infinity'
    or (is_earlier.recorded_at, is_earlier.place collate "C")
       < (asked.before_recorded_at, asked.before_place);
