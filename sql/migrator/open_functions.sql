-- Returns the functions whose search path lets another role's temporary objects be taken for names
-- that they use.
select open_functions from entitlements.open_functions() order by open_functions::text;
