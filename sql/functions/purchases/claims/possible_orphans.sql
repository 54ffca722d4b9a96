-- Returns those of some purchases that are orphans or were; usually none.
--
-- An identified app user owns the others, and did before.
-- Inlined (plans: rule 6).

create function api.possible_orphans(purchases entitlements.purchases[]) returns setof uuid
language sql stable rows 1
begin atomic
    select bought.purchase_id
      from unnest(possible_orphans.purchases) as bought
      left join lateral (
           select own.app_user_id from entitlements.app_user_ids own
            where own.tenant_id = entitlements.current_tenant_id()
              and own.app_user_uuid = bought.owner_uuid and not own.is_anonymous
           offset 0) as identified on true
      left join lateral (
           select noted.orphan_id from entitlements.orphans noted
            where noted.tenant_id = entitlements.current_tenant_id()
              and noted.purchase_id = bought.purchase_id and noted.resolved_at is null
           offset 0) as orphan on true
     where identified.app_user_id is null or orphan.orphan_id is not null;
end;
