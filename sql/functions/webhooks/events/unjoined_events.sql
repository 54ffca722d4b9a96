-- Returns the ids that events name together and that are not joined yet, in the events' order.
--
-- Usually there are none. Ids are not joined in three cases:
-- - one of the ids is unknown;
-- - the ids belong to several app users;
-- - a link between two of them is not stored with evidence as old as the event.
-- `linked_at` is the event's place in order (see order_of).
-- Each side of a transfer names the ids of one RevenueCat customer.

create function api.unjoined_events(events entitlements.evidence[], facts jsonb[])
returns table (app_user_ids text[], linked_at timestamptz, evidence_id text)
language sql stable rows 1
begin atomic
    select named.ids, placed.at, event.evidence_id
      from unnest(unjoined_events.events) with ordinality as event
     cross join lateral (
           select api.order_of(event.occurred_at, event.received_at)) as placed (at)
     cross join (values ('app_user_ids'), ('transferred_from'), ('transferred_to'))
           as fact (name)
     cross join lateral (
           select array(select jsonb_array_elements_text(
                      unjoined_events.facts[event.ordinality] -> fact.name))) as named (ids)
     cross join lateral (
           select count(*) as number, count(distinct known.app_user_uuid) as app_users
             from entitlements.app_user_ids known
            where known.tenant_id = entitlements.current_tenant_id()
              and known.app_user_id = any (named.ids)) as known
     where cardinality(named.ids) > 0
       and (fact.name = 'app_user_ids' or event.kind = 'transfer')
       and (known.number < (select count(distinct id) from unnest(named.ids) as distinct_ids (id))
            or known.app_users > 1
            or cardinality(named.ids) > 1 and exists (
                select from api.named_links(named.ids) as link
                 where not exists (
                       select from entitlements.app_user_id_links earlier
                        where earlier.tenant_id = entitlements.current_tenant_id()
                          and earlier.app_user_id = link.app_user_id
                          and earlier.linked_app_user_id = link.linked_app_user_id
                          and (earlier.linked_at, earlier.evidence_id)
                              <= (placed.at, event.evidence_id))))
     order by event.ordinality;
end;
