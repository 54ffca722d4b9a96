-- Returns events about purchases, with a row for each product that an event lists.
--
-- Google's subscriptions with add-ons are one order: an event names the base subscription, and its
-- `ordered` facts hold each product with its own price and end. The main product is the one listed
-- as base, else the event's own; it has the chain of the order. Each other one is told apart by
-- `order_item`. Evidence of one product only is returned as it is.
-- - What is paid or begun is that of the event's product, too, if the list lacks it.
-- - A product change that names the new product is about the event's product alone.
-- Other kinds concern the products that the event lists.
-- The first row of an event keeps its id, so that an event has evidence under its own id.
-- Pure: reads only its arguments.

create function api.event_items(
    entries entitlements.evidence[], event_ids text[], facts jsonb[])
returns setof entitlements.evidence
language sql stable rows 64
begin atomic
    with event as (
        select entry.number, entry.evidence, named.facts -> 'ordered' as ordered,
               api.item_key((entry.evidence).product_id) as own
          from (select number, event_items.entries[number] as evidence
                  from generate_subscripts(event_items.entries, 1) as number) as entry
          left join unnest(event_items.event_ids, event_items.facts) as named (id, facts)
            on named.id = (entry.evidence).evidence_id
           and (entry.evidence).order_items is not null
    ), listed as (
        select distinct on (event.number, named.item)
               event.number, named.item, entry.value as facts, entry.place,
               coalesce((entry.value ->> 'is_addon')::boolean, named.item <> event.own) as is_addon
          from event
         cross join lateral jsonb_array_elements(event.ordered)
               with ordinality as entry (value, place)
         cross join lateral (
               select api.item_key(entry.value ->> 'product_id') as item offset 0) as named
         order by event.number, named.item, entry.place
    ), main as ( -- The product with the chain of the order; null if the list has add-ons alone.
        select event.number, coalesce(
                   (select listed.item from listed
                     where listed.number = event.number and not listed.is_addon
                     order by listed.item <> event.own, listed.place limit 1),
                   case when not exists (
                            select from listed
                             where listed.number = event.number and listed.item = event.own)
                        then event.own end) as item
          from event
    ), named as (
        select event.number, listed.place, listed.facts,
               nullif(listed.item, main.item) as item
          from event
          join main using (number)
          join listed using (number)
         where (event.evidence).kind <> 'product_change'
            or (event.evidence).new_product_id is null or listed.item = event.own
         union all
        select event.number, 0, null, nullif(event.own, main.item)
          from event
          join main using (number)
         where not exists (
               select from listed
                where listed.number = event.number and listed.item = event.own)
           and (not exists (select from listed where listed.number = event.number)
                or (event.evidence).kind in (
                    'initial_purchase', 'renewal', 'non_renewing_purchase', 'product_change'))
    )
    select sold.*
      from (select named.*, row_number() over (
                       partition by named.number
                       order by named.item is not null, named.place) as turn
              from named) as part
      join event using (number)
     cross join lateral jsonb_populate_record(
           event.evidence, coalesce(part.facts, '{}') || case
               when part.item is null then '{}'::jsonb
               else jsonb_build_object(
                   'order_item', part.item, 'offer_code', null, 'new_product_id', null,
                   'price', part.facts -> 'price',
                   'price_in_purchased_currency', part.facts -> 'price_in_purchased_currency')
               end || case when part.turn = 1 then '{}'::jsonb
               else jsonb_build_object(
                   'evidence_id', (event.evidence).evidence_id || ' + ' || part.item) end) as sold
     order by part.number, part.turn;
end;
