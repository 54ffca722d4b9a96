-- Returns the steps of some buckets' purchases: what gave or took access, from when, until when.
--
-- A step lasts until its own end, or until the next step of its purchase. A gap of less than a day
-- is none: stores renew minutes or hours late. `is_followed` says whether another step of its class
-- goes on where it ends; `is_joined` and `is_joining`, whether the next or the previous one is such
-- a step of the same product and country.
-- No steps are a mark of an earlier period, and an import of a purchase that RevenueCat had
-- reported.

create function api.bucket_steps(first_bucket integer, last_bucket integer, as_of timestamptz)
returns table (
    bucket integer, product_id text, store text, country_code text, class text, kind text,
    opens boolean, gives boolean, is_unpaid boolean, begins_at timestamptz, ends_at timestamptz,
    is_followed boolean, previous_class text, is_continued boolean, was_unpaid boolean,
    is_joined boolean, is_joining boolean)
language plpgsql stable rows 10000
as $$
begin
    return query
    select api.bucket_of(step.purchase_id), step.product_id, step.store, step.country_code,
           step.class, step.kind, step.opens, step.gives,
           step.is_unpaid or coalesce(step.next_is_unpaid, false), step.begins_at,
           case when step.next_gives and step.next_begins_at <= step.ends_at + interval '1 day'
                    then greatest(step.next_begins_at, step.begins_at)
                else least(step.ends_at, case when step.next_begins_at is not null
                    then greatest(step.next_begins_at, step.begins_at) end) end,
           coalesce(step.next_gives and step.next_class = step.class
                    and step.next_begins_at <= step.ends_at + interval '1 day', false),
           step.previous_class,
           coalesce(step.previous_gives
                    and step.begins_at <= step.previous_ends_at + interval '1 day', false),
           coalesce(step.was_unpaid, false),
           coalesce(step.next_gives and step.next_begins_at <= step.ends_at + interval '1 day'
                    and step.next_place = step.place, false),
           coalesce(step.previous_gives and step.previous_place = step.place
                    and step.begins_at <= step.previous_ends_at + interval '1 day', false)
      from (select seen.*, seen.ends_at > seen.begins_at as gives,
                   (seen.class, seen.product_id, seen.country_code)::text as place,
                   lead((seen.class, seen.product_id, seen.country_code)::text) over turn
                       as next_place,
                   lag((seen.class, seen.product_id, seen.country_code)::text) over turn
                       as previous_place,
                   lead(seen.begins_at) over turn as next_begins_at,
                   lead(seen.ends_at > seen.begins_at) over turn as next_gives,
                   lead(seen.class) over turn as next_class,
                   lead(seen.is_unpaid) over turn as next_is_unpaid,
                   lag(seen.class) over turn as previous_class,
                   lag(seen.ends_at) over turn as previous_ends_at,
                   lag(seen.ends_at > seen.begins_at) over turn as previous_gives,
                   lag(seen.is_unpaid) over turn as was_unpaid
              from api.bucket_evidence(
                       first_bucket, last_bucket, bucket_steps.as_of) as seen
             where case when seen.kind = 'import' then seen.latest_at is null
                        -- The refund of a former period takes nothing (see is_former_refund).
                        when seen.is_refund
                        then (seen.purchased_at <= seen.latest_at - interval '1 second')
                             is not true
                        else (seen.purchased_at < seen.latest_at) is not true end
            window turn as (partition by seen.purchase_id
                            order by seen.order_at, seen.rank, seen.evidence_id)) as step;
end
$$;
