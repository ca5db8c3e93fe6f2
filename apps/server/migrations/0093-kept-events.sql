-- Events are kept with what decides who gets them, so that they can be sent again to endpoints that missed them.
alter table webhook_events
  -- When it happened. Null: kept by an earlier release, which noted neither this nor the two below.
  add column occurred_at timestamptz(3),
  -- Site of the instrument.
  add column site_id uuid,
  -- The one endpoint that it was meant for.
  add column endpoint_id uuid;
-- The log of events, and what is sent again, of some types.
create index webhook_event_type on webhook_events (workspace_id, type, event_id);
