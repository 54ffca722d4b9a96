-- Asks for households to be looked at.
--
-- internal: called by queue_seat_review, close_membership, review_household and
-- apply_household_rules.
-- Idempotent: the earliest wish stands.
-- Locks: the reviews, which are taken after everything else.

create function api.queue_household_review(household_ids uuid[], due_at timestamptz) returns void
language plpgsql volatile security invoker
set search_path = ''
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
