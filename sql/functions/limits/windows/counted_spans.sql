-- Returns the ids whose uses a limit counts for an app user, and from when until when.
--
-- Without a household these are the app user's ids, for the whole window. With one, they are those
-- of the pool (see pool_spans).

create function api.counted_spans(
    app_user_ids text[], household_id uuid, since timestamptz, until timestamptz)
returns table (
    app_user_id text, counted_from timestamptz, counted_until timestamptz, is_own boolean)
language sql stable rows 8
begin atomic
    select known.id, counted_spans.since, counted_spans.until, true
      from unnest(counted_spans.app_user_ids) as known (id)
     where counted_spans.household_id is null
     union all
    select pooled.app_user_id, pooled.counted_from, pooled.counted_until, pooled.is_own
      from api.pool_spans(
               counted_spans.app_user_ids, counted_spans.household_id, counted_spans.since,
               counted_spans.until) as pooled
     where counted_spans.household_id is not null;
end;
