-- Refuses snapshots that would revoke all webhook purchases while the project is unknown.
--
-- v1 creates a customer for every id it is asked about, so another project's key shows customers
-- without purchases.
-- The caller holds the app users and their purchases. `listed` is the evidence of the snapshots
-- with its purchases; `app_user_ids` has the id of the snapshot of each purchase.
-- The project is recognised once a snapshot lists a purchase as a webhook did: the same
-- transaction, or the same product from the same second. A snapshot follows each webhook, so a
-- right key is recognised by the first purchase. From then on empty snapshots are believed, until
-- the key changes.
-- A snapshot that lists one of the app user's webhook purchases is believed too.
-- Locks: the tenant's upstream row, skipping a locked one: its holder recognises the project.
-- Raises: project_not_recognised 409.

create function api.require_known_project(
    snapshots entitlements.snapshots[], listed entitlements.evidence[], app_user_ids text[],
    purchase_ids uuid[])
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _evidence text[]; -- Ids whose snapshot lists a purchase of a webhook.
    _is_recognised boolean;
begin
    if not exists (
        select from entitlements.upstreams upstream
         where upstream.tenant_id = _tenant_id and upstream.sealed_key is not null
           and upstream.recognised_at is null) then
        return; -- The usual case.
    end if;
    select array_agg(entry.app_user_id),
           bool_or(evidence.transaction_id = entry.transaction_id
                   or split_part(evidence.product_id, ':', 1) = split_part(entry.product_id, ':', 1)
                      and date_trunc('second', evidence.purchased_at)
                          = date_trunc('second', entry.purchased_at))
      into _evidence, _is_recognised
      from unnest(listed) as entry
      join entitlements.evidence evidence
        on evidence.tenant_id = _tenant_id and evidence.purchase_id = entry.purchase_id
       and entitlements.evidence_does(evidence.kind) not in ('reads', 'imports');
    if _is_recognised then
        update entitlements.upstreams upstream
           set recognised_at = (snapshots[1]).received_at
          from (select from entitlements.upstreams free
                 where free.tenant_id = _tenant_id
                   for no key update skip locked) as free
         where upstream.tenant_id = _tenant_id;
        return;
    end if;
    if exists (
        select from unnest(
                   require_known_project.app_user_ids,
                   require_known_project.purchase_ids) as known (app_user_id, purchase_id)
          join unnest(snapshots) as snapshot using (app_user_id)
          join entitlements.purchases purchase
            on purchase.tenant_id = _tenant_id and purchase.purchase_id = known.purchase_id
           and purchase.owner_uuid is not null and purchase.access_ends_at > snapshot.order_at
         where (known.app_user_id = any (_evidence)) is not true
           and exists (
               select from entitlements.evidence evidence
                where evidence.tenant_id = _tenant_id
                  and evidence.purchase_id = purchase.purchase_id
                  and entitlements.evidence_does(evidence.kind) not in ('reads', 'imports'))) then
        raise sqlstate 'PT409' using message = 'project_not_recognised',
            detail = 'The key may belong to another project than the webhooks.';
    end if;
end
$$;
