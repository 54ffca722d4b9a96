-- Whether a person has an entitlement, decided on the device, offline: the server's rule over the
-- rows that were synced. :me is their app user id, :now the device's clock in milliseconds.
--
-- What is one's own counts whole; through a household comes what the catalog shares. A Play product
-- `subscription:plan` is also known as `subscription`. Where the catalog lacks a product, what the
-- store's event named counts, and what that implies.

WITH usable AS (
    SELECT s.entitlement_ids, s.user_id = :me AND NOT s.is_held AS is_own,
           (SELECT max(p.id) FROM products p
             WHERE p.id = s.product_id
                OR p.id || ':' = substr(s.product_id, 1, length(p.id) + 1)) AS sold_as
      FROM synced_subscriptions s
     WHERE s.starts_at_ms <= :now
       AND (s.expires_at_ms IS NULL OR s.expires_at_ms > :now)
       AND ((s.user_id = :me AND NOT s.is_held)
            OR EXISTS (
                SELECT 1 FROM synced_household_members m
                 WHERE m.user_id = :me AND m.household_id = s.household_id
                   AND (m.access_ends_at_ms IS NULL OR m.access_ends_at_ms > :now)))
)
SELECT EXISTS (
    SELECT 1 FROM usable u
      JOIN product_entitlements g ON g.product_id = u.sold_as
     WHERE g.entitlement_id = :entitlement AND (u.is_own OR g.is_shared)
    UNION ALL
    SELECT 1 FROM usable u
      JOIN entitlements e
        ON replace(u.entitlement_ids, '"' || e.id || '"', '') <> u.entitlement_ids
     WHERE u.sold_as IS NULL
       AND (e.id = :entitlement
            OR EXISTS (
                SELECT 1 FROM entitlement_implications i
                 WHERE i.entitlement_id = e.id AND i.granted_entitlement_id = :entitlement))
       AND (u.is_own OR e.is_shared
            OR EXISTS (SELECT 1 FROM entitlements x WHERE x.id = :entitlement AND x.is_shared))
) AS has_entitlement;
