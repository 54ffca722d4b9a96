-- The change log tells each change of a balance of credits with the balance before it. This table
-- has the balance that was told last.

create table entitlements.noted_balances (
    tenant_id uuid not null,
    app_user_uuid uuid not null,
    credit_id text collate "C" not null check (octet_length(credit_id) between 1 and 200),
    balance bigint not null,
    primary key (tenant_id, app_user_uuid, credit_id),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
);
comment on table entitlements.noted_balances is
    'The balance of each credit in production that the change log told last.';
grant select, insert, update on entitlements.noted_balances to hearth_server;
call entitlements.secure_table('entitlements.noted_balances');

-- The balances of earlier releases, so that the first change is told from there.
set local role hearth_owner;
do $$
declare
    _tenant record;
begin
    for _tenant in
        select tenant.tenant_id, tenant.refunded_credits <> 'forgive' as owes
          from entitlements.tenants tenant
    loop
        perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
        insert into entitlements.noted_balances (tenant_id, app_user_uuid, credit_id, balance)
        select _tenant.tenant_id, bought.owner_uuid, source.credit_id, sum(case
                   when bought.refunded_at is not null
                       then case when _tenant.owes then -drawn.amount else 0 end
                   when _tenant.owes and source.is_adjustment then source.amount - drawn.amount
                   else greatest(source.amount - drawn.amount, 0) end)
          from entitlements.purchases bought
         cross join lateral (
               select given.credit_id, given.amount::bigint as amount, false as is_adjustment
                 from entitlements.product_credits given
                where given.tenant_id = _tenant.tenant_id
                  and given.product_id = bought.product_id
                union all
               select adjusted.credit_id, greatest(adjusted.amount, 0)::bigint, true
                 from entitlements.credit_adjustments adjusted
                where adjusted.tenant_id = _tenant.tenant_id and bought.store = 'hearth'
                  and adjusted.adjustment_id = bought.purchase_id) as source
         cross join lateral (
               select coalesce(sum(spent.amount), 0)::bigint as amount
                 from entitlements.credit_spends spent
                where spent.tenant_id = _tenant.tenant_id
                  and spent.purchase_id = bought.purchase_id
                  and spent.credit_id = source.credit_id) as drawn
         where bought.tenant_id = _tenant.tenant_id and bought.owner_uuid is not null
           and bought.environment = 'production' and bought.starts_at is not null
           and not bought.is_family_share
         group by bought.owner_uuid, source.credit_id;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
reset role;
