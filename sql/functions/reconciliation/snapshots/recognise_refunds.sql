-- Recognises the project by refunded one-time purchases that webhooks told of.
--
-- v2 lists them apart from the purchases of a snapshot. A match is as in require_known_project: the
-- same transaction, or the same product from the same second, of an id of the snapshot.
-- Locks: the tenant's upstream row, skipping a locked one: its holder recognises the project.

create function api.recognise_refunds(snapshots entitlements.snapshots[], bodies jsonb[])
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if exists (
        select from unnest(recognise_refunds.bodies) as item (body)
         cross join lateral jsonb_to_recordset(
               case jsonb_typeof(item.body -> 'refunded') when 'array'
                    then item.body -> 'refunded' else '[]' end)
               as refund (product_id text, purchased_at timestamptz, transaction_id text)
          join unnest(snapshots) as snapshot
            on snapshot.app_user_id = item.body ->> 'app_user_id'
          join entitlements.evidence known
            on known.tenant_id = _tenant_id and known.app_user_id = any (snapshot.app_user_ids)
           and entitlements.evidence_does(known.kind) not in ('reads', 'imports')
           and known.store <> 'hearth'
         where known.transaction_id = refund.transaction_id
            or split_part(known.product_id, ':', 1) = split_part(refund.product_id, ':', 1)
               and date_trunc('second', known.purchased_at)
                   = date_trunc('second', refund.purchased_at)) then
        update entitlements.upstreams upstream set recognised_at = (snapshots[1]).received_at
          from (select from entitlements.upstreams free
                 where free.tenant_id = _tenant_id and free.recognised_at is null
                   for no key update skip locked) as free
         where upstream.tenant_id = _tenant_id;
    end if;
end
$$;
