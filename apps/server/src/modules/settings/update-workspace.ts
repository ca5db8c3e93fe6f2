import { because, type ColumnSettings } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { appendEntries, type EntryDraft } from '../ledger/index.ts'
import {
  changedLaboratory,
  lockWorkspace,
  recordedSettings,
  updateWorkspaceSettings,
  type LaboratoryChange,
  type Workspace,
} from '../workspaces/index.ts'
import { changesBetween } from './changes-between.ts'

/**
 * Changes of a workspace that take effect immediately; undefined leaves a setting unchanged. The time zone is changed
 * separately because due dates depend on it.
 */
export type WorkspaceChange = { [Member in keyof ColumnSettings]?: ColumnSettings[Member] | undefined } & {
  laboratory?: LaboratoryChange
}

/** Options of a change of settings. */
interface AlongWith {
  /** Throws if the settings have changed since the change was written. */
  readonly requireVersion?: (present: Workspace) => void
  /** Makes further changes in the same transaction, after the settings. */
  readonly also?: (tx: Transaction) => Promise<void>
}

/**
 * Changes settings of a workspace. The caller, which has the catalog, must have checked keys of standards.
 * @throws 404 NOT_FOUND for an unknown workspace; 422 VALIDATION_ERROR for a minimum interval that is longer than the
 * maximum
 */
export async function updateWorkspace(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  change: WorkspaceChange,
  { requireVersion = () => {}, also = async () => {} }: AlongWith = {},
): Promise<Workspace> {
  return db.transaction(actor.workspaceId, async (tx) => {
    const after = await changeSettings(tx, clock, actor, change, requireVersion)
    await also(tx)
    return after
  })
}

async function changeSettings(
  tx: Transaction,
  clock: Clock,
  actor: Actor,
  { laboratory, ...settings }: WorkspaceChange,
  requireVersion: (present: Workspace) => void,
): Promise<Workspace> {
  const before = await lockWorkspace(tx)
  if (!before) throw notFound()
  requireVersion(before)
  const sent = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  const after: Workspace = {
    ...before,
    ...sent,
    laboratory: changedLaboratory(before.laboratory, laboratory ?? {}),
  }
  requireBoundsInOrder(before, after)
  const drafts = draftsOf(before, after)
  if (drafts.length === 0) return before
  const [appended] = await appendEntries(tx, clock, actor, drafts)
  await updateWorkspaceSettings(tx, after, appended!.at)
  return after
}

/** Contradictory interval limits are refused only if one of them changes, because earlier releases allowed them. */
function requireBoundsInOrder(before: Workspace, after: Workspace): void {
  const { shortestIntervalMonths: shortest, longestIntervalMonths: longest } = after
  if (shortest === null || longest === null || shortest <= longest) return
  if (longest !== before.longestIntervalMonths) {
    const reason = because('field.below_shortest_interval', { months: shortest })
    throw invalidField('longest_interval_months', reason, 'too_small')
  }
  if (shortest !== before.shortestIntervalMonths) {
    const reason = because('field.above_longest_interval', { months: longest })
    throw invalidField('shortest_interval_months', reason, 'too_large')
  }
}

/** The selection of standards has a separate entry because it changes what every record must state. */
function draftsOf(before: Workspace, after: Workspace): EntryDraft[] {
  const subject = { type: 'workspace', id: after.workspaceId } as const
  const { standards, ...settings } = changesBetween(recordedSettings(before), recordedSettings(after))
  return [
    ...(Object.keys(settings).length > 0
      ? [{ kind: 'workspace.updated', subject, payload: { changes: settings } } as const]
      : []),
    ...(standards
      ? [{ kind: 'standards.selected', subject, payload: { changes: { standards } } } as const]
      : []),
  ]
}
