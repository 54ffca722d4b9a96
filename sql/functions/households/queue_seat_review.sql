-- Asks for the seats of households to be compared with their members, where a product of the
-- tenant gives seats; else their number never changes by itself.
--
-- internal: called by whatever changes who is a member or what a member bought.
-- Idempotent: the earliest wish stands.
-- Locks: the reviews, which are taken after everything else.

create function api.queue_seat_review(household_ids uuid[], due_at timestamptz) returns void
language plpgsql volatile security invoker
set search_path = ''
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
