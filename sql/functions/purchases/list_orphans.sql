-- Returns a page of orphans, newest first, with their evidence and what a claim would give.
--
-- Called with a secret or an admin key. `before_orphaned_at` and `before_orphan_id` are those of
-- the previous page's last row; both null for the first page.
-- Null: before_orphaned_at, before_orphan_id.

create function api.list_orphans(
    page_limit integer, before_orphaned_at timestamptz, before_orphan_id uuid)
returns table (orphaned_at timestamptz, orphan_id uuid, answer json)
language plpgsql stable rows 100
as $$
begin
    return query
    select page.orphaned_at, page.orphan_id, api.orphan_json(page)
      from (select orphan.*
              from entitlements.orphans orphan
             where orphan.tenant_id = entitlements.current_tenant_id()
               and orphan.resolved_at is null
               and (list_orphans.before_orphaned_at is null
                    or (orphan.orphaned_at, orphan.orphan_id)
                       < (list_orphans.before_orphaned_at, list_orphans.before_orphan_id))
             order by orphan.orphaned_at desc, orphan.orphan_id desc
             limit list_orphans.page_limit) as page
     order by page.orphaned_at desc, page.orphan_id desc;
end
$$;
