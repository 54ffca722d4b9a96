-- Ends a step that failed.
rollback;
