-- With the kind beside it, so that what somebody did of one kind is counted and paged without a look at the entries.
drop index ledger_entry_actor;
create index ledger_entry_actor on ledger_entries (workspace_id, actor_id, index) include (kind);
