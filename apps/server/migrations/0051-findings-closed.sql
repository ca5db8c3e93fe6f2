-- Reports look at what was closed in a period, and at open findings by their owner.
create index finding_closed on findings (workspace_id, closed_at, finding_id) where closed_at is not null;
