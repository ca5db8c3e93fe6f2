import type { Client } from 'pg'
import { recordEntry, decisionEntry } from '../../apps/server/src/modules/calibrations/ledger-payload.ts'
import type {
  CalibrationDraft,
  Decision,
  StatedFields,
} from '../../apps/server/src/modules/calibrations/record.ts'
import { statedColumns } from '../../apps/server/src/modules/calibrations/columns.ts'
import { requirementsNow } from '../../apps/server/src/modules/calibrations/requirements-in-force.ts'
import { freeze } from '../../apps/server/src/modules/calibrations/snapshot.ts'
import { startingRecords } from '../../apps/server/src/modules/calibrations/index.ts'
import {
  enterInstruments as enterInstrumentsOfBodies,
  inputsOfNew,
} from '../../apps/server/src/modules/instruments/register/enter-instruments.ts'
import {
  applyBases,
  findInstruments,
  type InstrumentRow,
  type NewInstrumentBody,
} from '../../apps/server/src/modules/instruments/index.ts'
import { zonesOf } from '../../apps/server/src/modules/instruments/schedule/store-scheduled.ts'
import { appendEntries, lockHead, type AppendedEntry } from '../../apps/server/src/modules/ledger/index.ts'
import { findSite, type Site, type Workspace } from '../../apps/server/src/modules/workspaces/index.ts'
import { systemActor } from '../../apps/server/src/platform/actor.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import type { Runtime } from '../../apps/server/src/runtime.ts'

/** Number of entries per transaction. */
const BATCH = 4000

/** Number of instruments created or changed per transaction. */
const INSTRUMENT_BATCH = 500

/** Time between two calibrations of an instrument. */
const CYCLE_MS = 30 * 86_400_000
const FIRST_MS = Date.parse('2016-01-04T09:30:00Z')

const DECISION: Decision = {
  decision: 'approved',
  decidedBy: 'Plumbline',
  decidedByPersonId: null,
  isAutomatic: true,
  reason: null,
  supersedesId: null,
  signature: null,
}

/** An appended record, with the index of its approval. */
interface Appended {
  draft: CalibrationDraft
  entry: AppendedEntry
  decided: AppendedEntry
}

/**
 * Fills a workspace with this many entries: instruments that are calibrated repeatedly, each record with its approval. The
 * ledger and every table are as the product would have written them, but in large batches.
 */
export async function fillLedger(
  runtime: Runtime,
  owner: Client,
  workspace: Workspace,
  { entries, instruments }: { entries: number; instruments: number },
): Promise<void> {
  // On a busy machine, transactions are idle for longer than a request may be.
  const background = { ...runtime, db: runtime.db.background }
  const rows = await enterInstruments(background, workspace, instruments)
  const site = (await findSite(runtime.db.in(workspace.workspaceId), workspace.defaultSiteId))!
  const last = new Map<string, Appended>()
  const records = Math.ceil((entries - instruments) / 2)
  // The rows of a batch are inserted while the entries of the next one are prepared.
  let inserting: Promise<void> = Promise.resolve()
  for (let from = 0; from < records; from += BATCH / 2) {
    const drafts = Array.from({ length: Math.min(BATCH / 2, records - from) }, (_, index) =>
      draftOf(rows[(from + index) % rows.length]!, workspace, site, Math.floor((from + index) / rows.length)),
    )
    const appended = await append(background, workspace, drafts)
    await inserting
    inserting = insertRecords(owner, workspace.workspaceId, from, appended)
    // The error is thrown by the await above or below; this prevents an unhandled rejection until then.
    inserting.catch(() => undefined)
    for (const each of appended) last.set(each.draft.instrumentId, each)
  }
  await inserting
  await settle(background, workspace, [...last.values()])
  await owner.query('vacuum (analyze)')
}

async function enterInstruments(
  { db, clock }: Runtime,
  workspace: Workspace,
  count: number,
): Promise<InstrumentRow[]> {
  const caller = { ...systemActor(workspace.workspaceId), workspace }
  const rows: InstrumentRow[] = []
  for (let from = 0; from < count; from += INSTRUMENT_BATCH) {
    const bodies: NewInstrumentBody[] = Array.from(
      { length: Math.min(INSTRUMENT_BATCH, count - from) },
      (_, index) => instrumentBody(from + index),
    )
    await db.transaction(workspace.workspaceId, async (tx) => {
      const grounds = await inputsOfNew(tx, caller, bodies)
      const entered = await enterInstrumentsOfBodies(tx, { db, clock, startingRecords }, caller, grounds)
      const ids = entered.map((one) => {
        if (!('detail' in one)) throw one
        return one.detail.id
      })
      rows.push(...(await findInstruments(tx, ids, null)))
    })
  }
  return rows
}

function instrumentBody(at: number): NewInstrumentBody {
  return {
    asset_tag: `TAG-${String(at).padStart(8, '0')}`,
    name: 'Digital caliper 150 mm',
    manufacturer: 'Aldergate',
    model: 'AC-150',
    serial_number: `SN${at}`,
    tolerance_spec: '±0.02 mm',
    calibration_interval_value: 12,
  }
}

const nothingStated = Object.fromEntries(Object.keys(statedColumns).map((name) => [name, null])) as Record<
  keyof StatedFields,
  null
>

function draftOf(
  instrument: InstrumentRow,
  workspace: Workspace,
  site: Site,
  cycle: number,
): CalibrationDraft {
  return {
    ...nothingStated,
    result: 'PASS',
    performedAt: new Date(FIRST_MS + cycle * CYCLE_MS).toISOString(),
    nominalValue: '100.00 mm',
    tolerance: '±0.02 mm',
    asFoundReading: '100.01 mm',
    asLeftReading: '100.00 mm',
    temperature: '20.1 °C',
    humidity: '45 % RH',
    measurementUncertainty: '0.005 mm',
    coverageFactor: '2',
    confidenceLevel: '95 %',
    measurements: null,
    measurementCount: null,
    pointsOut: null,
    pointsWithoutFinal: null,
    procedureId: null,
    procedureCode: null,
    procedureRevision: null,
    calibrationId: newId(),
    instrumentId: instrument.instrumentId,
    performedBy: 'Plumbline',
    performedByPersonId: null,
    enteredBy: 'Plumbline',
    enteredByPersonId: null,
    referenceStandardOverdue: null,
    referenceStandardCondition: null,
    providerAccreditationBody: null,
    providerAccreditationNumber: null,
    providerAccreditationValidUntil: null,
    providerAccreditationExpired: null,
    accredited: false,
    isStartingRecord: false,
    correctsId: null,
    correctionReason: null,
    snapshot: freeze({
      instrument,
      workspace,
      laboratory: {},
      site: { siteName: site.name, siteLaboratory: site.laboratory, locationName: null },
      standard: null,
      requirements: requirementsNow(workspace),
      scope: null,
    }),
  }
}

async function append(
  { db, clock }: Runtime,
  { workspaceId }: Workspace,
  drafts: readonly CalibrationDraft[],
): Promise<Appended[]> {
  const entries = drafts.flatMap((draft) => [recordEntry(draft), decisionEntry(draft, DECISION)])
  const written = await db.transaction(workspaceId, (tx) =>
    appendEntries(tx, clock, systemActor(workspaceId), entries),
  )
  return drafts.map((draft, at) => ({ draft, entry: written[2 * at]!, decided: written[2 * at + 1]! }))
}

/** Inserts the rows of records and of their approvals from their entries. */
async function insertRecords(
  owner: Client,
  workspaceId: string,
  firstPosition: number,
  appended: readonly Appended[],
): Promise<void> {
  const records = appended.map(({ draft, entry }, at) => ({
    ...(recordEntry(draft).payload['calibration'] as object),
    workspace_id: workspaceId,
    calibration_id: draft.calibrationId,
    record_type: 'calibration',
    ledger_index: entry.index,
    created_at: entry.at,
    chain_first_ledger_index: entry.index,
    feed_place: firstPosition + at,
    calibration_place: firstPosition + at,
  }))
  const decisions = appended.map(({ draft, decided }) => ({
    workspace_id: workspaceId,
    calibration_id: draft.calibrationId,
    decision: 'approved',
    ledger_index: decided.index,
    decided_at: decided.at,
    decided_by: DECISION.decidedBy,
    is_automatic: true,
  }))
  for (const [table, rows] of Object.entries({ calibrations: records, calibration_decisions: decisions })) {
    const columns = await storedColumns(owner, table)
    await owner.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    )
  }
}

/** Returns the writable columns of a table, that is, without generated ones. */
async function storedColumns(owner: Client, table: string): Promise<string> {
  const { rows } = await owner.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]!.names
}

/** The due date of each instrument follows from its last record, as it did from the one before. */
async function settle(
  { db, clock }: Runtime,
  workspace: Workspace,
  last: readonly Appended[],
): Promise<void> {
  for (let from = 0; from < last.length; from += INSTRUMENT_BATCH) {
    const batch = new Map(
      last.slice(from, from + INSTRUMENT_BATCH).map((each) => [each.draft.instrumentId, each]),
    )
    await db.transaction(workspace.workspaceId, async (tx) => {
      await lockHead(tx, clock)
      const instruments = await findInstruments(tx, [...batch.keys()], null)
      const changes = instruments.map((instrument) => {
        const { draft, decided: position } = batch.get(instrument.instrumentId)!
        const { calibrationId, performedAt, result, nextDueDate } = draft
        const basis = { calibrationId, performedAt, result, nextDueDate, chainIds: [calibrationId] }
        const change = { basis, quarantine: 'lift', returnsFromSending: false } as const
        return { instrument, change, position, zones: zonesOf(workspace, instrument) }
      })
      applyBases(tx, { clock }, workspace, changes)
    })
  }
}
