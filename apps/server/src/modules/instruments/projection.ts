import {
  compareBySubject,
  CollectedEntries,
  replaying,
  type Findings,
  type EntryGroup,
  type Projection,
  type Replay,
  type ReplayedEntry,
  type RowColumns,
  type ReplayedRow,
} from '../ledger/index.ts'
import type { Snapshot } from '../../platform/db/index.ts'
import { ReplayedWorkspace } from '../workspaces/index.ts'
import { instrumentColumns } from './columns.ts'
import type { InstrumentRow } from './instrument.ts'
import { instrumentPayload } from './ledger-payload.ts'
import {
  countedTables,
  findZonesUnderWay,
  blockZoneChanges,
  instrumentRows,
  streamInstrumentRows,
  wordsOfInstruments,
} from './projection-store.ts'
import { recordedDueDates, type Scheduling, type ZonesUnderWay } from './schedule/recorded-due-dates.ts'
import { scheduleOf } from './schedule/schedule.ts'
import { ReplayedInstrument, type CalibrationEffects } from './replayed-instrument.ts'

/**
 * The register as recorded in the ledger: what is stated about each instrument, and what follows by rule: basis,
 * quarantine, extension, group, and due dates in the time zones of workspace and site.
 * @param effects of calibrations
 * @param schedule the rule of due dates
 */
export function instrumentProjection(effects: CalibrationEffects, schedule = scheduleOf): Projection {
  return {
    payloads: [instrumentPayload],
    tables: [instrumentRows],
    counts: countedTables,
    following: wordsOfInstruments,
    hold: blockZoneChanges,
    begin: (snapshot, findings) => new RegisterReplay(snapshot, findings, { effects, schedule }),
  }
}

/** The rules by which the other fields of an instrument follow from the stated ones. */
interface Rules {
  readonly effects: CalibrationEffects
  readonly schedule: typeof scheduleOf
}

class RegisterReplay implements Replay {
  readonly #snapshot: Snapshot
  readonly #findings: Findings
  readonly #rules: Rules
  readonly #workspace = new ReplayedWorkspace()
  readonly #collected: CollectedEntries

  constructor(snapshot: Snapshot, findings: Findings, rules: Rules) {
    this.#snapshot = snapshot
    this.#findings = findings
    this.#rules = rules
    this.#collected = new CollectedEntries(snapshot, 'instruments')
  }

  take(entry: ReplayedEntry): void | Promise<void> {
    this.#workspace.take(entry)
    if (entry.subject.type === 'instrument') return this.#collected.add(entry.subject.id, entry)
    if (entry.kind === 'workspace.due_dates_recomputed') return this.#keepRecomputed(entry)
    const concerned = this.#rules.effects.concerns(entry)
    return concerned && this.#collected.add(concerned.id, { ...entry, payload: concerned.payload })
  }

  async compare(since: number): Promise<void> {
    const underWay = await findZonesUnderWay(this.#snapshot)
    const registers = {
      table: 'instruments',
      idColumn: 'instrument_id',
      walk: (ids: readonly string[] | null) => streamInstrumentRows(this.#snapshot, ids),
      rowOf: (group: EntryGroup, { found }: { found: RowColumns | undefined }) =>
        this.#rowOf(group, underWay, found),
    }
    // Time zones affect dates of instruments that no entry mentions.
    const areZonesSteady =
      underWay.workspace === undefined &&
      underWay.sites.size === 0 &&
      this.#workspace.zonesMovedBefore <= since
    await compareBySubject(this.#collected, registers, this.#findings, areZonesSteady ? since : 0)
  }

  async #keepRecomputed(entry: ReplayedEntry): Promise<void> {
    const { instrument_ids: ids } = entry.payload as { instrument_ids: string[] }
    for (const id of ids) await this.#collected.add(id, { ...entry, payload: null })
  }

  #rowOf({ id, entries }: EntryGroup, underWay: ZonesUnderWay, found: RowColumns | undefined): ReplayedRow {
    const replayed = new ReplayedInstrument(id, this.#rules.effects.ofOne())
    for (const entry of entries) {
      replaying(entry.index, () => replayed.take(entry, this.#workspace.timeZoneAt(entry.index)))
    }
    return replayedRow(
      replayed.row,
      { workspace: this.#workspace, underWay, schedule: this.#rules.schedule },
      found,
    )
  }
}

type ColumnName = keyof typeof instrumentColumns

const columnNames = Object.entries(instrumentColumns) as [ColumnName, string][]

function replayedRow(row: InstrumentRow, scheduling: Scheduling, found: RowColumns = {}): ReplayedRow {
  const whole = { ...row, ...scheduling.schedule(row, scheduling.workspace.zonesOf(row.siteId)) }
  const columns = Object.fromEntries(columnNames.map(([name, column]) => [column, whole[name]]))
  return { columns: { ...columns, ...recordedDueDates(whole, scheduling, found) }, index: row.ledgerIndex }
}
