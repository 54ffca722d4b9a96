-- The end of a step that worked.
commit;
