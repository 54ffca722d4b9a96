-- Returns those of some purchases that are orphans or were; usually none.
--
-- An identified app user owns the others, and did before.

create function api.possible_orphans(purchase_ids uuid[]) returns setof uuid
language sql stable rows 1
begin atomic
    select bought.purchase_id
      from entitlements.purchases bought
      left join entitlements.app_user_ids own
        on own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_uuid = bought.owner_uuid and not own.is_anonymous
      left join entitlements.orphans orphan
        on orphan.tenant_id = entitlements.current_tenant_id()
       and orphan.purchase_id = bought.purchase_id and orphan.resolved_at is null
     where bought.tenant_id = entitlements.current_tenant_id()
       and bought.purchase_id = any (possible_orphans.purchase_ids)
       and (own.app_user_id is null or orphan.orphan_id is not null);
end;
