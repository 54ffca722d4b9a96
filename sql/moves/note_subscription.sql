-- Notes the id of the subscription: slots are named by it while tables are copied.
update entitlements.tenant_moves set subscription_id = :'subscription'
 where tenant_id = :'tenant';
