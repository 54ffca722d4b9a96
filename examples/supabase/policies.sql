-- Row policies of an app's own tables that ask Hearth. Run once, by an administrator, after
-- hearth migrate, in the database that both share:
--
--   psql --file=examples/supabase/policies.sql "$DATABASE_URL"
--
-- `authenticated` is Supabase's role of signed-in people, and auth.uid() their id. It is also the
-- app user id that the app gives to RevenueCat.

begin;

call entitlements.admit_policy_role('stockpot', 'authenticated');

-- What only people with Plus read. Written as `(select …)`, the question is asked once a query: it
-- names no column, so its answer is the same for every row.
create table public.premium_recipes (
    id bigint generated always as identity primary key,
    title text not null
);
alter table public.premium_recipes enable row level security;
grant select on public.premium_recipes to authenticated;
create policy plus_reads on public.premium_recipes for select to authenticated
    using ((select entitlements.has_entitlement('stockpot', auth.uid()::text, 'plus')));

-- What people write while they have Plus: their own rows, and no others.
create table public.pantry_plans (
    id bigint generated always as identity primary key,
    owner_id uuid not null default auth.uid(),
    plan text not null
);
create index on public.pantry_plans (owner_id);
alter table public.pantry_plans enable row level security;
grant select, insert, update, delete on public.pantry_plans to authenticated;
create policy owner_reads on public.pantry_plans for select to authenticated
    using (owner_id = (select auth.uid()));
create policy owner_writes_with_plus on public.pantry_plans for insert to authenticated
    with check (
        owner_id = (select auth.uid())
        and (select entitlements.has_entitlement('stockpot', auth.uid()::text, 'plus')));

commit;
