-- Returns the events that may name one of some ids, those that became no evidence first.
--
-- `linked` are all ids ever named together with them: evidence names one of these, or links have
-- the others. What became no evidence is found by what it names. An event of someone who has one
-- of the ids as the value of an attribute is found by that, at most a hundred people's.
-- Looks rows up by key (plans: rule 3).

create function api.events_of_erased(ids text[], linked text[]) returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- An id that is the value of more attributes is a word such as “ios”.
    _maximum constant integer := 100;
begin
    return array(
        with attributed (id) as materialized (
            select mention.app_user_id from unnest(events_of_erased.ids) as named (id)
             cross join lateral (
                   select one.app_user_id, one.name from entitlements.search_words one
                    where one.tenant_id = _tenant_id
                      and one.word = (entitlements.words_of(named.id))[1] and one.name <> ''
                    limit _maximum) as mention
             cross join lateral api.attribute_of(mention.app_user_id, mention.name) as kept
             where kept.value = named.id
        )
        select event.event_id
          from (select distinct found.event_id
                  from unnest(events_of_erased.linked) as named (id)
                 cross join lateral (
                       select evidence.evidence_id as event_id from entitlements.evidence evidence
                        where evidence.tenant_id = _tenant_id and evidence.app_user_id = named.id
                        union all
                       select side.evidence_id from entitlements.transfer_sides side
                        where side.tenant_id = _tenant_id and side.app_user_id = named.id
                        union all
                       select unproved.event_id from entitlements.webhook_events unproved
                        where unproved.tenant_id = _tenant_id and unproved.app_user_id = named.id
                       offset 0) as found
                 union
                select mention.event_id from unnest(events_of_erased.ids) as named (id)
                 cross join lateral (
                       select one.event_id from entitlements.named_by_events one
                        where one.tenant_id = _tenant_id and one.text = named.id
                       offset 0) as mention
                 union
                select evidence.evidence_id from attributed as other
                 cross join lateral api.evidence_under(other.id) as evidence) as candidate
         cross join lateral (
               select known.event_id, known.status from entitlements.webhook_events known
                where known.tenant_id = _tenant_id and known.event_id = candidate.event_id
                  and known.body is not null
               offset 0) as event
         order by event.status = 'applied', event.event_id);
end
$$;
