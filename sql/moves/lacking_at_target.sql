-- Returns what the new database lacks to receive a tenant, and what gives it. Touches nothing.
-- Rows of a subscription are stored by its owner, who must not be held up by row security.
with login as (
    select role.rolname as name, role.rolsuper, role.rolbypassrls,
           pg_catalog.current_setting('server_version_num')::integer >= 160000 as is_16,
           pg_catalog.to_regrole('pg_create_subscription') as those_who_may
      from pg_catalog.pg_roles role where role.rolname = session_user
), lacking (place, words, remedy) as (
    select 1, 'a primary: it is a standby', 'Name its primary with --to.'
     where pg_catalog.pg_is_in_recovery()
     union all
    select 2, 'a superuser as its login: before Postgres 16 only these may subscribe',
           'Name one in the URL of --to.'
      from login where not login.rolsuper and not login.is_16
     union all
    select 3, 'the right to subscribe for its login',
           pg_catalog.format('grant pg_create_subscription to %I;', login.name)
      from login
     where not login.rolsuper and login.is_16
       and not pg_catalog.pg_has_role(session_user, login.those_who_may::oid, 'usage')
     union all
    select 4, 'a login past row security: a subscription stores rows as its owner',
           pg_catalog.format('alter role %I bypassrls;', login.name)
      from login where not login.rolsuper and login.is_16 and not login.rolbypassrls
     union all
    select 5, 'two workers for logical replication',
           'Raise max_logical_replication_workers; then restart Postgres.'
     where pg_catalog.current_setting('max_logical_replication_workers')::integer < 2
     union all
    -- The workers that store the rows act as the login, with its settings.
    select 6, 'transactions without a limit (transaction_timeout is ' || setting.reset_val
              || ' ms)',
           pg_catalog.format('alter role %I in database %I set transaction_timeout = 0;',
                             login.name, current_database())
      from login, pg_catalog.pg_settings setting
     where setting.name = 'transaction_timeout' and setting.reset_val <> '0'
)
select words, remedy from lacking order by place;
