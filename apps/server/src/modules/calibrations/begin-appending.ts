import { keepPlans, type Transaction } from '../../platform/db/index.ts'
import { findMember, type Caller, type Member } from '../access/index.ts'
import {
  findInstruments,
  lockPlaced,
  type InstrumentRow,
  type PlacedInstrument,
} from '../instruments/index.ts'
import { certificateNumbersOf } from './ground-store.ts'
import { knownPerformer } from './performer.ts'
import type { StandardInstrument } from './reference-standard.ts'
import type { CalibrationBody } from './stated-fields.ts'

/** A calibration that is to be appended. */
export interface AppendItem {
  readonly instrumentId: string
  readonly body: CalibrationBody
  /** Name of the advisory lock without which its instrument is not waited for. */
  readonly advisoryLock: string
}

/** What records are checked against, by id; what the caller does not reach is not there. */
export interface Begun {
  readonly instruments: ReadonlyMap<string, PlacedInstrument>
  readonly standards: ReadonlyMap<string, StandardInstrument>
  readonly members: ReadonlyMap<string, Member>
}

/** Locks the instruments of records that are to be appended and reads what they name, in one exchange. */
export async function beginAppending(
  tx: Transaction,
  caller: Caller,
  items: readonly AppendItem[],
): Promise<Begun> {
  keepPlans(tx)
  const standardIds = distinct(items.map(({ body }) => body.reference_standard_asset_id))
  const memberIds = distinct(
    items.map(({ body }) => (knownPerformer(caller, body.performed_by) ? null : body.performed_by)),
  )
  const [instruments, standards, members] = await Promise.all([
    lockPlaced(tx, items, caller.siteIds),
    standardsOf(tx, caller, standardIds),
    Promise.all(memberIds.map((id) => findMember(tx, id))),
  ])
  const found = members.filter((member) => member !== undefined)
  return {
    instruments: new Map(instruments.map((row) => [row.instrumentId, row])),
    standards,
    members: new Map(found.map((member) => [member.personId, member])),
  }
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id != null).map((id) => id.toLowerCase()))]
}

async function standardsOf(
  tx: Transaction,
  { siteIds }: Caller,
  ids: readonly string[],
): Promise<Map<string, StandardInstrument>> {
  if (ids.length === 0) return new Map()
  const [rows, numbers] = await Promise.all([
    findInstruments(tx, ids, siteIds),
    certificateNumbersOf(tx, ids),
  ])
  const numberOf = ({ instrumentId, basisCalibrationId }: InstrumentRow) =>
    numbers.find((one) => one.instrumentId === instrumentId && one.calibrationId === basisCalibrationId)
  return new Map(
    rows.map((row) => [
      row.instrumentId,
      { row, certificateNumber: numberOf(row)?.certificateNumber ?? null },
    ]),
  )
}
