-- What could not be read of an event that was applied all the same: fields that decide nothing.
alter table entitlements.webhook_events add column unread text[];
