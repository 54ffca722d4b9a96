-- Asks for the seats of households to be compared with their members, where a product of the
-- tenant gives seats; else their number never changes by itself.
--
-- internal: called by whatever changes who is a member or what a member bought.
-- Idempotent: the earliest wish stands.
-- Locks: the review, which is taken after everything else.

create function api.queue_household_review(household_ids uuid[], due_at timestamptz) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.household_reviews as review (tenant_id, household_id, due_at)
    select distinct _tenant_id, named.household_id, queue_household_review.due_at
      from unnest(queue_household_review.household_ids) as named (household_id)
     where exists (
           select from entitlements.products product
            where product.tenant_id = _tenant_id and product.seats is not null)
     order by named.household_id
        on conflict (tenant_id, household_id) do update
       set due_at = least(review.due_at, excluded.due_at);
end
$$;

grant execute on function api.queue_household_review(uuid[], timestamptz) to hearth_server;
comment on function api.queue_household_review(uuid[], timestamptz) is
    'Asks for the seats of households to be compared with their members.';
