-- The log of events as far as a person or a key with some sites may read it is counted from this index alone.
create index webhook_event_site on webhook_events (workspace_id, site_id, event_id, type);
