/**
 * The nodes of a Citus cluster on which the rows of a table are stored:
 *
 * - `distributed`: by `workspace_id`, all tables in one colocation group, so that all rows of a workspace are on one
 *   node
 * - `reference`: on every node, because tenant tables refer to them or are joined with them, and they are rarely
 *   written
 * - `local`: on the coordinator, and known to Citus, so that writes commit together with those of tenant tables
 * - `each`: on every node, each with rows of its own, which the others do not see
 * - `unmanaged`: on the coordinator, and unknown to Citus, because only workers use them
 */
export type Placement = 'distributed' | 'reference' | 'local' | 'each' | 'unmanaged'

/** The tables of the schema by placement. A test compares them with the schema, so that no new table is forgotten. */
const tables: Readonly<Record<Placement, readonly string[]>> = {
  distributed: [
    'api_key_uses',
    'assignments',
    'calendar_feeds',
    'calibration_counts',
    'calibration_decisions',
    'calibrations',
    'certificates',
    'claims',
    'class_tables',
    'default_views',
    'dismissed_first_steps',
    'document_counts',
    'document_words',
    'documents',
    'due_notices',
    'event_streams',
    'finding_judgements',
    'finding_notes',
    'findings',
    'idempotency_keys',
    'instrument_counts',
    'instrument_due_counts',
    'instrument_models',
    'instrument_words',
    'instrument_worklist_counts',
    'instruments',
    'invitations',
    'job_outcomes',
    'jobs',
    'ledger_checkpoints',
    'ledger_entries',
    'ledger_heads',
    'ledger_keys',
    'ledger_nodes',
    'ledger_verifications',
    'locations',
    'mail_senders',
    'mails',
    'notification_readers',
    'notification_settings',
    'notifications',
    'point_standards',
    'procedure_revisions',
    'procedures',
    'providers',
    'single_approver_workspaces',
    'sites',
    'table_views',
    'undecided_calibrations',
    'webhook_attempts',
    'webhook_deliveries',
    'webhook_delivery_counts',
    'webhook_endpoints',
    'webhook_events',
  ],
  reference: ['api_keys', 'memberships', 'people', 'sample_workspaces', 'service_accounts', 'workspaces'],
  local: [
    'certificate_directory',
    'event_consumers',
    'failed_sign_ins',
    'ledger_rounds',
    'one_time_links',
    'outbox',
    'pending_second_factors',
    'queued_tasks',
    'recovery_codes',
    'schema_migrations',
    'second_factors',
    'sign_in_accounts',
    'sign_in_sessions',
    'site_zone_changes',
    'webhook_endpoint_queues',
    'webhook_queue',
    'webhook_rounds',
    'zone_changes',
  ],
  each: ['rate_windows'],
  unmanaged: ['job_workers', 'storage_sweeps'],
}

/** The placement of each table of the schema. */
export const placements: ReadonlyMap<string, Placement> = new Map(
  (Object.keys(tables) as Placement[]).flatMap((placement) =>
    tables[placement].map((table) => [table, placement] as const),
  ),
)

/** The distributed table with which all others are colocated. */
export const FIRST_DISTRIBUTED = 'instruments'
