-- Requires that the change log has every change after a number.
--
-- Raises: changes_gone 410.

create function api.require_changes_after(number bigint) returns void
language plpgsql stable
as $$
begin
    if exists (
        select from entitlements.change_heads head
         where head.tenant_id = entitlements.current_tenant_id()
           and head.pruned_number > require_changes_after.number) then
        raise sqlstate 'PT410' using message = 'changes_gone',
            detail = 'The log no longer has this change. Replay from a number that it has.';
    end if;
end
$$;
