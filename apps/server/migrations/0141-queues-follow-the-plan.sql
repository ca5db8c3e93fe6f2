-- A trigger would run on every node that has a copy of the table of workspaces. Whoever changes a plan pauses or resumes
-- the deliveries.
drop trigger pause_endpoint_queues on workspaces;
drop function pause_endpoint_queues_by_plan();
