-- Returns the rows of snapshots, without purchases, in their order.
--
-- A row has the read time, the ids, a digest, and the products about which it is silent. A repeated
-- snapshot has the same digest, unless the rules changed that decide what is taken.
-- Raises: snapshot_malformed 422.

create function api.snapshot_rows(
    snapshots jsonb[], received_at timestamptz, run_id uuid)
returns table (snapshot entitlements.snapshots, is_of_another_project boolean)
language plpgsql stable rows 64
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- Under other rules a snapshot means something else.
    _rules constant text := (
        select concat_ws(' ', tenant.sandbox_policy, (
                   select string_agg(tester.app_user_id || ' ' || tester.counts_until, ' '
                                     order by tester.app_user_id)
                     from entitlements.sandbox_testers tester
                    where tester.tenant_id = _tenant_id), (
                   select string_agg(product.product_id || ' ' || product.duration, ' '
                                     order by product.product_id)
                     from entitlements.products product
                    where product.tenant_id = _tenant_id and product.kind = 'one_time'))
          from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id);
    _item record;
    _row entitlements.snapshots;
begin
    for _item in
        select head, item.body -> 'purchases' = '[]' and api.is_of_another_project(
                   head.app_user_id, (item.body ->> 'first_seen_at')::timestamptz)
                   as is_of_another_project,
               jsonb_typeof(item.body -> 'purchases') = 'array' and isfinite(head.read_at)
                   as is_sound
          from unnest(snapshot_rows.snapshots) with ordinality as item (body, place)
         cross join lateral (
               select least((item.body ->> 'read_at')::timestamptz,
                            snapshot_rows.received_at) as order_at) as dated
         cross join lateral jsonb_populate_record(
               null::entitlements.snapshots, jsonb_build_object(
                   'tenant_id', _tenant_id, 'app_user_id', item.body -> 'app_user_id',
                   'app_user_ids', coalesce(item.body -> 'app_user_ids', '[]'),
                   'read_at', item.body -> 'read_at', 'order_at', dated.order_at,
                   'received_at', snapshot_rows.received_at,
                   'run_id', snapshot_rows.run_id,
                   'content', sha256(convert_to(
                       concat_ws(e'\n', _rules, (item.body - 'read_at')::text), 'UTF8')),
                   'silent_products', case jsonb_typeof(item.body -> 'purchases')
                       when 'array' then api.silent_products(item.body) else '{}' end)) as head
         order by item.place
    loop
        _row := _item.head;
        -- The id asked about comes first. The name of an erased app user is no id, and neither is
        -- an id that was erased: it may have been erased while it was read.
        if _row.app_user_ids is distinct from array[_row.app_user_id] then
            _row.app_user_ids := array(
                select named.id
                  from unnest(_row.app_user_id || _row.app_user_ids) with ordinality
                       as named (id, position)
                 where entitlements.is_erased_name(named.id) is not true
                   and (named.position = 1 or api.kept_out_since(named.id) is null)
                 group by named.id
                 order by min(named.position));
        end if;
        if _item.is_sound is not true or '' = any (_row.app_user_ids)
           or array_position(_row.app_user_ids, null) is not null
           or octet_length(array_to_string(_row.app_user_ids, '')) > 1500 and exists (
               select from unnest(_row.app_user_ids) as named (id)
                where octet_length(named.id) > 1500) then
            raise sqlstate 'PT422' using message = 'snapshot_malformed',
                detail = 'The snapshot lacks its time, an app user id or its purchases.';
        end if;
        return query select _row, _item.is_of_another_project
                                  or api.kept_out_since(_row.app_user_id) is not null;
    end loop;
exception when data_exception then
    raise sqlstate 'PT422' using message = 'snapshot_malformed',
        detail = 'The snapshot has a value of the wrong type.';
end
$$;
