-- Refuses readings that would take away all that webhooks told of a person, while nothing shows
-- that the key is of the webhooks' project: version 1 of the API makes a customer of every id that
-- it is asked for, so another project answers that they have nothing.
--
-- internal: called by fold_new_snapshots, which holds the people and their purchases. `listed` is the
-- evidence of the readings with its purchases; `app_user_ids` has the reading of each purchase.
-- The project is recognised once a reading lists a purchase as a webhook told of it: the same
-- transaction, or the same product from the same second on. Each purchase is read back soon after
-- its webhook, so a right key is recognised by the first that is bought. From then on a reading
-- that lists nothing is believed, until another key is set.
-- A reading that lists one of the purchases that webhooks told of the person is believed as well.
-- Locks: what the tenant may ask, without waiting: another reading recognises the project then.
-- Raises: project_not_recognised 409.

create function api.require_known_project(
    readings entitlements.snapshots[], listed entitlements.evidence[], app_user_ids text[],
    purchase_ids uuid[])
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _told text[]; -- The readings that list what a webhook told of.
    _is_recognised boolean;
begin
    if not exists (
        select from entitlements.upstreams upstream
         where upstream.tenant_id = _tenant_id and upstream.sealed_key is not null
           and upstream.recognised_at is null) then
        return; -- As nearly always.
    end if;
    select array_agg(entry.app_user_id),
           bool_or(told.transaction_id = entry.transaction_id
                   or split_part(told.product_id, ':', 1) = split_part(entry.product_id, ':', 1)
                      and date_trunc('second', told.purchased_at)
                          = date_trunc('second', entry.purchased_at))
      into _told, _is_recognised
      from unnest(listed) as entry
      join entitlements.evidence told
        on told.tenant_id = _tenant_id and told.purchase_id = entry.purchase_id
       and told.kind <> 'snapshot';
    if _is_recognised then
        update entitlements.upstreams upstream
           set recognised_at = (readings[1]).received_at
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
          join unnest(readings) as reading using (app_user_id)
          join entitlements.purchases purchase
            on purchase.tenant_id = _tenant_id and purchase.purchase_id = known.purchase_id
           and purchase.owner_uuid is not null and purchase.access_ends_at > reading.order_at
         where (known.app_user_id = any (_told)) is not true
           and exists (
               select from entitlements.evidence told
                where told.tenant_id = _tenant_id and told.purchase_id = purchase.purchase_id
                  and told.kind <> 'snapshot')) then
        raise sqlstate 'PT409' using message = 'project_not_recognised',
            detail = 'The key may be of another project than the webhooks.';
    end if;
end
$$;
