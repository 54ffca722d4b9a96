-- Ends a step that succeeded.
commit;
