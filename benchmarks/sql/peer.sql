-- The peer's tables, with as many people as the product's: one of 20 has a subscription, and six of
-- each 100 share a household.
create table events (id text primary key, type text not null, body bytea not null,
                     received_at timestamptz not null default now());
create table purchases (chain_id text primary key, app_user_id text not null,
                        product_id text not null, expires_at timestamptz not null,
                        told_at timestamptz not null) with (fillfactor = 80);
create index purchases_of_person on purchases (app_user_id);
create table members (app_user_id text primary key, household_id bigint not null);
create index members_of_household on members (household_id);
insert into purchases
select 'transaction_' || n, 'user_' || n, 'stockpot_plus_monthly', now() + interval '30 days',
       now() - interval '1 day'
  from generate_series(1, :users, 20) as n;
insert into members
select 'user_' || n, n / 100 from generate_series(1, :users) as n where n % 100 between 14 and 19;
vacuum (freeze, analyze);
