-- Returns the rows of grants that are known, or whose reference has another grant.
--
-- A grant has the reference as its key.
-- Locks: none; the caller has locked the app users.
-- Refuses: import_row_differs 409.

create function api.settled_grants(rows entitlements.import_row[])
returns entitlements.import_row[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select judged.one
          from (select line, row_number() over (
                           partition by line.reference order by line.number) as turn,
                       api.import_id('grant', line.reference) as grant_id
                  from unnest(settled_grants.rows) as line
                 where line.record = 'grant'
                offset 0) as asked
          left join entitlements.grants before
            on before.tenant_id = _tenant_id and before.grant_id = asked.grant_id
         cross join lateral (
               select case
                   when (before.app_user_id, before.environment, before.entitlement_id,
                         before.product_id, before.starts_at, before.expires_at)
                        is not distinct from
                        ((asked.line).app_user_id, (asked.line).environment,
                         (asked.line).entitlement_id, (asked.line).product_id,
                         (asked.line).starts_at, (asked.line).expires_at)
                   then api.known_row(asked.line, 'The grant was imported before.')
                   when before.grant_id is not null or asked.turn > 1
                   then api.refused_row(
                       asked.line, 'import_row_differs', 'The reference has another grant.')
                   end as one offset 0) as judged
         where (judged.one).outcome is not null);
end
$$;
