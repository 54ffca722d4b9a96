-- Raises unless a product of the catalog gives a credit.
--
-- Raises: credit_not_in_catalog 404.

create function api.require_credit(credit_id text) returns void
language plpgsql stable
as $$
begin
    if not exists (
        select from entitlements.product_credits given
         where given.tenant_id = entitlements.current_tenant_id()
           and given.credit_id = require_credit.credit_id) then
        raise sqlstate 'PT404' using message = 'credit_not_in_catalog',
            detail = api.unknown_name('credit', require_credit.credit_id);
    end if;
end
$$;
