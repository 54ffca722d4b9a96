-- Queues households for a review.
--
-- Idempotent: the earliest `due_at` stays.
-- Locks: the reviews by household id.

create function api.queue_household_review(household_ids uuid[], due_at timestamptz) returns void
language plpgsql volatile
as $$
begin
    insert into entitlements.household_reviews as review (tenant_id, household_id, due_at)
    select distinct entitlements.current_tenant_id(), named.household_id,
           queue_household_review.due_at
      from unnest(queue_household_review.household_ids) as named (household_id)
     order by named.household_id
        on conflict on constraint household_reviews_pkey do update
       set due_at = least(review.due_at, excluded.due_at);
end
$$;
