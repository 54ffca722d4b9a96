-- Returns what the old database lacks to give a tenant away, and what gives it. Touches nothing.
with login as (
    select role.rolname as name, role.rolsuper or role.rolreplication as may_replicate
      from pg_catalog.pg_roles role where role.rolname = session_user
), lacking (place, words, remedy) as (
    select 1, 'a primary: this is a standby', 'Name the primary in DATABASE_URL.'
     where pg_catalog.pg_is_in_recovery()
     union all
    select 2, 'wal_level = logical (it is ' || pg_catalog.current_setting('wal_level') || ')',
           'alter system set wal_level = logical; then restart Postgres.'
     where pg_catalog.current_setting('wal_level') <> 'logical'
     union all
    select 3, 'the right of replication for the login',
           pg_catalog.format('alter role %I replication;', login.name)
      from login where not login.may_replicate
     union all
    select 4, 'the role hearth_owner, which owns the tables, for the login',
           pg_catalog.format('grant hearth_owner to %I;', login.name)
      from login where not pg_catalog.pg_has_role(session_user, 'hearth_owner', 'usage')
     union all
    select 5, 'the right to create a publication in this database',
           pg_catalog.format('grant create on database %I to %I;', current_database(), login.name)
      from login where not pg_catalog.has_database_privilege(current_database(), 'create')
     union all
    -- One for the move, and two for tables that are copied at the same time.
    select 6, 'three free replication slots',
           'Raise max_replication_slots and max_wal_senders; then restart Postgres.'
     where not exists (select from pg_catalog.pg_replication_slots own
                        where own.slot_name = :'name')
       and (select pg_catalog.count(*) from pg_catalog.pg_replication_slots) + 3
           > pg_catalog.current_setting('max_replication_slots')::integer
     union all
    select 7, 'a tenant that no role of this database asks about (there is '
              || pg_catalog.string_agg(admitted.role_name, ', ') || ')',
           'Its rows would be elsewhere: call entitlements.dismiss_policy_role for each.'
      from entitlements.policy_roles admitted where admitted.tenant_id = :'tenant'
    having pg_catalog.count(*) > 0
     union all
    -- It ends the copy of a table, which is begun again, and so on without an end.
    select 8, 'transactions without a limit (transaction_timeout is ' || setting.reset_val
              || ' ms)',
           pg_catalog.format('alter role %I in database %I set transaction_timeout = 0;',
                             login.name, current_database())
      from login, pg_catalog.pg_settings setting
     where setting.name = 'transaction_timeout' and setting.reset_val <> '0'
)
select words, remedy from lacking order by place;
