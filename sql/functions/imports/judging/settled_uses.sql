-- Returns the rows of uses that are known, or whose reference has another amount.
--
-- A use has the key app user, limit and reference, as any other use.
-- Locks: none; the caller has locked the app users.
-- Refuses: reference_reused 422.

create function api.settled_uses(rows entitlements.import_row[])
returns entitlements.import_row[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select judged.one
          from (select line, known.app_user_uuid,
                       lag(line.amount) over (
                           partition by coalesce(known.app_user_uuid::text, line.app_user_id),
                                        line.limit_id, line.reference
                           order by line.number) as earlier_amount
                  from unnest(settled_uses.rows) as line
                  left join entitlements.app_user_ids known
                    on known.tenant_id = _tenant_id and known.app_user_id = line.app_user_id
                 where line.record = 'use') as asked
          left join lateral (
               select made.amount
                 from entitlements.app_user_ids own
                cross join lateral (
                      select earlier.amount from entitlements.reservations earlier
                       where earlier.tenant_id = _tenant_id
                         and earlier.app_user_id = own.app_user_id
                         and earlier.limit_id = (asked.line).limit_id
                         and earlier.reference = (asked.line).reference and earlier.status = 'used'
                      offset 0) as made
                where own.tenant_id = _tenant_id and own.app_user_uuid = asked.app_user_uuid
                limit 1) as before on true
         cross join lateral (
               select coalesce(before.amount, asked.earlier_amount)) as counted (amount)
         cross join lateral (
               select case
                   when counted.amount = (asked.line).amount
                   then api.known_row(asked.line, 'The use was counted before.')
                   when counted.amount is not null
                   then api.refused_row(
                       asked.line, 'reference_reused', 'The reference has another amount.')
                   end as one offset 0) as judged
         where (judged.one).outcome is not null);
end
$$;
