-- Ends it.
commit;
