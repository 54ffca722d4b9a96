-- Returns the rows stored under the given ids, with their kind and their time.
--
-- Of evidence and of events, which may be thousands, those are the newest `maximum`. The body of an
-- event is the text that RevenueCat sent. Digests of secrets are left out.

create function api.stored_records(app_user_ids text[], maximum integer)
returns table (name text, moment timestamptz, content jsonb)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := stored_records.app_user_ids;
begin
    return query
    with entry as (
        select evidence.*
          from (select own.evidence_id, own.received_at from entitlements.evidence own
                 where own.tenant_id = _tenant_id and own.app_user_id = any (_ids)
                 union
                select moved.evidence_id, moved.received_at from entitlements.transfer_sides side
                  join entitlements.evidence moved
                    on moved.tenant_id = _tenant_id and moved.evidence_id = side.evidence_id
                 where side.tenant_id = _tenant_id and side.app_user_id = any (_ids)
                 order by received_at desc, evidence_id
                 limit stored_records.maximum) as newest
         cross join lateral (
               select evidence.* from entitlements.evidence -- plans: rule 3
                where evidence.tenant_id = _tenant_id
                  and evidence.evidence_id = newest.evidence_id
               offset 0) as evidence
    )
    select stored.name, stored.moment, stored.content - 'tenant_id' - 'content'
      from (select 'evidence' as name, entry.received_at as moment, to_jsonb(entry) as content
              from entry
             union all
            select 'webhook_events', event.received_at,
                   to_jsonb(event) || jsonb_build_object(
                       'body', convert_from(event.body, 'UTF8'))
              from entry
              join entitlements.webhook_events event
                on event.tenant_id = _tenant_id and event.event_id = entry.evidence_id
             union all
            select 'snapshots', snapshot.received_at, to_jsonb(snapshot)
              from entitlements.snapshots snapshot
             where snapshot.tenant_id = _tenant_id and snapshot.app_user_id = any (_ids)
             union all
            select 'attributes', kept.updated_at, to_jsonb(kept)
              from entitlements.attributes kept
             where kept.tenant_id = _tenant_id and kept.app_user_id = any (_ids)
             union all
            select 'operator_notes', noted.written_at, to_jsonb(noted)
              from entitlements.operator_notes noted
             where noted.tenant_id = _tenant_id and noted.app_user_id = any (_ids)
             union all
            select 'household_members', member.joined_at, to_jsonb(member)
              from entitlements.household_members member
             where member.tenant_id = _tenant_id and member.app_user_id = any (_ids)
             union all
            select wing.* from api.records_in_wings(_ids) as wing
             union all
            select 'audit_entries', entry.recorded_at, to_jsonb(entry)
              from (select distinct named.audit_id from entitlements.audited_app_users named
                     where named.tenant_id = _tenant_id and named.app_user_id = any (_ids))
                   as audited
              join entitlements.audit_entries entry
                on entry.tenant_id = _tenant_id and entry.audit_id = audited.audit_id) as stored;
end
$$;
