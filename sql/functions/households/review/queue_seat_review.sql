-- Queues households for a review of their seats if a product of the tenant gives seats.
--
-- Without such a product, the number of seats never changes by itself.
-- Idempotent: the earliest `due_at` stays.
-- Locks: the reviews by household id.

create function api.queue_seat_review(household_ids uuid[], due_at timestamptz) returns void
language plpgsql volatile
as $$
begin
    if exists (
        select from entitlements.products product
         where product.tenant_id = entitlements.current_tenant_id()
           and product.seats is not null) then
        perform api.queue_household_review(
            queue_seat_review.household_ids, queue_seat_review.due_at);
    end if;
end
$$;
