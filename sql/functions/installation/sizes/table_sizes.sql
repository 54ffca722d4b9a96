-- Returns the bytes of the tables by kind, with their indexes; the largest first.

create function api.table_sizes() returns table (kind text, bytes bigint)
language plpgsql volatile rows 8
as $$
begin
    return query
    select sized.kind, sum(sized.bytes)::bigint
      from (select case
                       when class.relname in ('webhook_events', 'evidence', 'snapshots')
                       then class.relname::text
                       when class.relname in ('change_entries', 'pending_changes', 'deliveries')
                       then 'changes'
                       when class.relname in ('stored_answers', 'sandbox_answers', 'stale_answers',
                                              'synced_subscriptions', 'synced_household_members')
                       then 'answers'
                       when class.relname in ('runs', 'run_app_users', 'drift', 'snapshot_queue')
                       then 'runs'
                       when class.relname in ('audit_entries', 'audited_app_users') then 'audit'
                       when class.relname in ('app_users', 'app_user_ids', 'app_user_id_links',
                                              'former_app_user_ids', 'attributes', 'search_words',
                                              'purchases')
                       then 'people' else 'others' end,
                   pg_catalog.pg_total_relation_size(class.oid)
              from pg_catalog.pg_class class
             where class.relnamespace = 'entitlements'::regnamespace and class.relkind = 'r')
           as sized (kind, bytes)
     group by sized.kind
     order by sum(sized.bytes) desc, sized.kind;
end
$$;
