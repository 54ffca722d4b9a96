-- Findings are derived from what is stored; these indexes serve the queries that derive them.

-- The products that were sold, each found by one look: from a product id to the next one.
create index purchases_of_product on entitlements.purchases (tenant_id, product_id)
    where environment = 'production';

-- People of whom a reading listed nothing that webhooks told of. Usually there are none.
create index confirmations_not_recognised on entitlements.confirmations (tenant_id)
    where setback = 'project_not_recognised';
