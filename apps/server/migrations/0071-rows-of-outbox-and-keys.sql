-- The second wall around events and API keys. In a workspace, its rows alone are seen and written. Outside one, where the
-- work across workspaces is found, keys are only read, by the beginning that a request sends, and events are read and
-- removed; nothing is written or changed.

select enable_workspace_security('api_keys');
create policy lookup_of_keys on api_keys for select
  using (nullif(current_setting('app.workspace_id', true), '') is null);

select enable_workspace_security('outbox');
create policy unread_events on outbox for select
  using (nullif(current_setting('app.workspace_id', true), '') is null);
create policy events_read_by_all on outbox for delete
  using (nullif(current_setting('app.workspace_id', true), '') is null);
-- Rows are locked before they are removed, and never changed.
create policy locks_of_events on outbox for update
  using (nullif(current_setting('app.workspace_id', true), '') is null)
  with check (false);
