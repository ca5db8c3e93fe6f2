import { columnSettings, initialSetting, settingMember, type ColumnSettings } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { openStream } from '../../platform/outbox/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { appendEntries, openLedger } from '../ledger/index.ts'
import { asRecorded, sitePayload, workspacePayload } from './recorded-settings.ts'
import { newSite } from './create-site.ts'
import { insertSite, insertWorkspace } from './store.ts'
import type { Laboratory } from './laboratory.ts'
import type { Plan, Workspace } from './workspace.ts'

/** Initial values of a new workspace; the rest are defaults that an admin can change later. */
export interface NewWorkspace {
  name: string
  plan: Plan
  /** IANA name in canonical spelling. */
  timeZone: string
  /** Keys in the standards catalog, checked by the caller. */
  standards: string[]
  /** Settings that differ from the defaults. */
  settings?: Partial<Pick<Workspace, 'approvalPolicy' | 'defaultDecisionRule'>>
  /** Laboratory settings for certificates that differ from the defaults. */
  laboratory?: Laboratory
  /** Name of its first site; defaults to "Main site". */
  firstSiteName?: string
  /** The workspace to whose members its sample data belongs; `claimSample` stores it. */
  sampleOf?: string
}

/** Name of the first site of every workspace. */
const FIRST_SITE_NAME = 'Main site'

/**
 * Creates a workspace with its default site and its ledger, whose first entries create both.
 * @param origin permanent origin of the ledger
 * @param withWorkspace runs in the same transaction, to create what else belongs to a new workspace
 */
export async function createWorkspace(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: Secrets },
  origin: string,
  input: NewWorkspace,
  actorOf: (workspaceId: string) => Actor,
  withWorkspace: (tx: Transaction) => Promise<void> = async () => {},
): Promise<Workspace> {
  const workspaceId = newId()
  return db.transaction(workspaceId, async (tx) => {
    const workspace = await createWorkspaceIn(tx, { clock, secrets }, origin, input, actorOf(workspaceId))
    await withWorkspace(tx)
    return workspace
  })
}

/**
 * Like `createWorkspace`, in a transaction that creates more than the workspace; the ID of the workspace is the
 * transaction's.
 */
export async function createWorkspaceIn(
  tx: Transaction,
  { clock, secrets }: { clock: Clock; secrets: Secrets },
  origin: string,
  input: NewWorkspace,
  actor: Actor,
): Promise<Workspace> {
  const workspace = newWorkspace(tx.workspaceId, input)
  const site = newSite(workspace.defaultSiteId, { name: input.firstSiteName ?? FIRST_SITE_NAME })
  const at = clock.now().toISOString()
  await insertWorkspace(tx, workspace, at)
  await insertSite(tx, site, at)
  await openStream(tx)
  const ledger = await openLedger(tx, { clock, secrets }, origin)
  await appendEntries(tx, clock, actor, [
    {
      kind: 'workspace.created',
      subject: { type: 'workspace', id: workspace.workspaceId },
      payload: {
        ...workspacePayload.write(asRecorded(workspace)),
        // The rows are written first because the ledger refers to them: their timestamp precedes the entry's.
        created_at: at,
        ledger,
        ...(workspace.sampleOf !== null && { sample_of: workspace.sampleOf }),
      },
    },
    {
      kind: 'site.created',
      subject: { type: 'site', id: site.siteId },
      payload: { ...sitePayload.write(asRecorded(site)), created_at: at },
    },
  ])
  return workspace
}

function newWorkspace(
  workspaceId: string,
  { name, plan, timeZone, standards, settings, laboratory, sampleOf }: NewWorkspace,
): Workspace {
  return {
    ...initialSettings,
    ...settings,
    name,
    plan,
    timeZone,
    standards,
    workspaceId,
    // For a row that is not written yet.
    version: '',
    dueSlot: 0,
    pendingTimeZone: null,
    defaultSiteId: newId(),
    laboratory: laboratory ?? {},
    sampleOf: sampleOf ?? null,
  }
}

/** Settings that are not stated for a new workspace. */
const initialSettings = Object.fromEntries(
  columnSettings.map((name) => [settingMember(name), initialSetting(name)]),
) as Omit<ColumnSettings, 'name' | 'plan' | 'standards'> // Those three are required.
