-- One word for one thing: an app user is an app user, not a person.
alter table entitlements.run_people rename to run_app_users;
alter table entitlements.run_app_users rename constraint run_people_pkey to run_app_users_pkey;
alter table entitlements.run_app_users
    rename constraint run_people_attempts_check to run_app_users_attempts_check;
alter table entitlements.run_app_users
    rename constraint run_people_check to run_app_users_check;
alter table entitlements.run_app_users
    rename constraint run_people_outcome_check to run_app_users_outcome_check;
alter table entitlements.run_app_users
    rename constraint run_people_tenant_id_run_id_fkey to run_app_users_tenant_id_run_id_fkey;
alter index entitlements.run_people_latest rename to run_app_users_latest;
alter index entitlements.run_people_lost rename to run_app_users_lost;
alter index entitlements.run_people_waiting rename to run_app_users_waiting;
alter index entitlements.people_have_one_household rename to app_users_have_one_household;
comment on table entitlements.app_users is 'A person as one app knows them: a set of ids.';
