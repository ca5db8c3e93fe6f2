/**
 * How a migration locks an existing table:
 * - `moment`: exclusively, but only to change metadata;
 * - `read`: against writes while the whole table is read, to index it or to check its rows;
 * - `rewrite`: against reads and writes while all of its rows are rewritten.
 */
export type TableLock = 'moment' | 'read' | 'rewrite'

/** The effects of a migration on a database in use. */
export interface MigrationEffects {
  readonly locks: Readonly<Record<string, TableLock>>
  /** What it removes permanently, as a sentence for the operator. */
  readonly removes?: string
  /** Whether processes of the previous release stop working once it is applied. */
  readonly endsEarlierRelease?: true
}

/**
 * Effects of the migrations since the first release, by name; verified by applying each to the data of that release. A
 * migration that is not listed locks no existing table.
 */
export const migrationEffects: Readonly<Record<string, MigrationEffects>> = {
  '0025-entered-by-and-standard-condition.sql': { locks: { calibrations: 'moment' } },
  '0026-rebuild.sql': {
    locks: {
      calibration_decisions: 'moment',
      calibrations: 'moment',
      certificate_directory: 'moment',
      certificates: 'moment',
    },
  },
  '0028-event-consumers.sql': { locks: { outbox: 'read', workspaces: 'moment' } },
  '0031-claims.sql': { locks: { workspaces: 'moment' } },
  '0033-jobs.sql': { locks: { workspaces: 'moment' } },
  '0034-own-sign-in.sql': {
    locks: { sign_in_accounts: 'moment' },
    removes: 'tokens of identity providers that nothing reads',
  },
  '0035-terms.sql': {
    locks: {
      event_streams: 'moment',
      half_sign_ins: 'moment',
      lone_workspaces: 'moment',
      webhook_lanes: 'moment',
      workspaces: 'moment',
    },
    endsEarlierRelease: true,
  },
  '0036-search-columns.sql': { locks: { instruments: 'moment' } },
  '0037-measurements.sql': { locks: { calibrations: 'moment' } },
  '0038-procedures.sql': { locks: { instruments: 'moment', workspaces: 'moment' } },
  '0039-followed-procedures.sql': { locks: { calibrations: 'moment' } },
  '0040-point-standards.sql': { locks: { calibrations: 'moment', workspaces: 'moment' } },
  '0041-findings.sql': { locks: { calibrations: 'moment', instruments: 'moment', workspaces: 'moment' } },
  '0050-interval-advice.sql': { locks: { calibrations: 'rewrite', workspaces: 'moment' } },
  '0051-findings-closed.sql': { locks: { findings: 'read' } },
  '0053-class-tables.sql': { locks: { workspaces: 'moment' } },
  '0054-opinions.sql': { locks: { calibrations: 'moment' } },
  '0056-standard-justification.sql': { locks: { workspaces: 'moment' } },
  '0065-service-accounts.sql': { locks: { api_keys: 'moment', workspaces: 'moment' } },
  '0066-invitations.sql': {
    locks: { one_time_links: 'moment', people: 'moment', sign_in_accounts: 'moment', workspaces: 'moment' },
  },
  '0067-session-ends.sql': {
    locks: { sign_in_sessions: 'read' },
    removes: 'the tokens of sessions, of which hashes are kept',
  },
  '0068-invited-addresses.sql': { locks: { invitations: 'moment', one_time_links: 'read' } },
  '0069-failed-sign-ins.sql': { locks: { people: 'moment' } },
  '0070-required-second-factor.sql': { locks: { workspaces: 'moment' } },
  '0071-rows-of-outbox-and-keys.sql': { locks: { api_keys: 'moment', outbox: 'moment' } },
  '0075-points-of-phases.sql': { locks: { calibrations: 'rewrite' } },
  '0076-accredited-records.sql': { locks: { calibrations: 'moment' } },
  '0085-reference-without-interval.sql': { locks: { instruments: 'moment' } },
  '0088-stated-due-dates.sql': { locks: { calibrations: 'moment', instruments: 'moment' } },
  '0093-kept-events.sql': { locks: { webhook_events: 'read' } },
  '0094-limits-and-use-of-keys.sql': { locks: { api_keys: 'moment' } },
  '0095-recovery-keys.sql': { locks: { second_factors: 'moment' } },
  '0100-mail.sql': { locks: { workspaces: 'moment' } },
  '0101-notifications.sql': { locks: { memberships: 'moment', workspaces: 'moment' } },
  '0110-providers.sql': { locks: { workspaces: 'moment' } },
  '0111-shipments.sql': { locks: { instruments: 'moment' } },
  '0112-providers-of-records.sql': { locks: { calibrations: 'moment' } },
  '0113-instruments-that-are-out.sql': { locks: { instruments: 'read' } },
  '0120-assignments.sql': { locks: { instruments: 'moment', memberships: 'moment', workspaces: 'moment' } },
  '0121-calendar-feeds.sql': { locks: { memberships: 'moment', workspaces: 'moment' } },
  '0122-responsible-persons.sql': { locks: { calendar_feeds: 'rewrite', instruments: 'read' } },
  '0130-words-of-a-statement.sql': { locks: { instruments: 'moment' } },
  '0131-documents-of-procedures.sql': { locks: { procedure_revisions: 'moment' } },
  '0135-documents-of-providers.sql': { locks: { documents: 'read' } },
  '0140-triggers-without-row-types.sql': { locks: { instruments: 'moment' } },
  '0141-queues-follow-the-plan.sql': { locks: { workspaces: 'moment' } },
  '0151-sealed-rows.sql': {
    locks: { one_time_links: 'moment', pending_second_factors: 'moment', sign_in_sessions: 'moment' },
    removes: 'sessions and one-time links, which carry no MAC: everybody signs in again',
  },
  '0152-events-by-site.sql': { locks: { webhook_events: 'read' } },
  '0161-former-ledger-keys.sql': { locks: { ledger_keys: 'moment' } },
  '0166-compressed-responses.sql': { locks: { idempotency_keys: 'moment' } },
  '0167-long-responses-compressed.sql': { locks: { idempotency_keys: 'moment' } },
}
