-- Leases the household whose review has been due for longest.
--
-- Called by the review worker. No row: no review is due. If a worker dies, its lease ends and the
-- review is due again.
-- security definer because the next household may belong to any tenant.
-- Locks: the review, skipping locked ones.

create function api.claim_household_review(lease_seconds integer, as_of timestamptz default null)
returns table (tenant_id uuid, household_id uuid)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(claim_household_review.as_of, now());
    _away constant uuid[] := api.tenants_away();
begin
    return query
    update entitlements.household_reviews review
       set due_at = _as_of + make_interval(secs => claim_household_review.lease_seconds)
      from (select due.tenant_id, due.household_id
              from entitlements.household_reviews due
             where due.due_at <= _as_of and due.tenant_id <> all (_away)
             order by due.due_at
             limit 1
               for no key update skip locked) as next
     where review.tenant_id = next.tenant_id and review.household_id = next.household_id
    returning review.tenant_id, review.household_id;
end
$$;
