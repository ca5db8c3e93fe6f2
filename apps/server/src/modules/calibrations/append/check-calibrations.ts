import { because } from '@plumbline/contract'
import type { StandardUncertainty } from '@plumbline/contract/procedure'
import type { Clock } from '../../../platform/clock.ts'
import { keepPlans, type Transaction } from '../../../platform/db/index.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { findMember, type Caller, type Member } from '../../access/index.ts'
import {
  lockPlaced,
  requireActive,
  type InstrumentAt,
  type InstrumentRow,
  type PlacedInstrument,
} from '../../instruments/index.ts'
import { findFollowed, type FollowedRevision } from '../../procedures/index.ts'
import { requirementsNow } from '../requirements-in-force.ts'
import type { CheckedCalibration } from './enter-calibration.ts'
import { findUncertaintiesAtUse } from './ground-store.ts'
import { budgetStandards, measuredPointsOf, namedStandards, pointStandards } from './measured-points.ts'
import { knownPerformer, performerAmong } from './performer.ts'
import { namesProcedure, recordGround, type RecordGround } from './record-ground.ts'
import {
  frozenStandard,
  requireOtherStandards,
  standardsAtUse,
  type StandardAtUse,
} from './reference-standard.ts'
import { requireStandardJustification } from './standard-justification.ts'
import { performedAtOf, statedFieldsOf, type CalibrationBody } from './stated-fields.ts'

/** A calibration that is to be appended. */
export interface AppendItem {
  readonly instrumentId: string
  readonly body: CalibrationBody
  /** Name of the advisory lock without which its instrument is not waited for. */
  readonly advisoryLock: string
}

/** What records are checked against, by id unless it says otherwise; what the caller does not reach is not there. */
export interface Begun {
  readonly instruments: ReadonlyMap<string, PlacedInstrument>
  /** Standards as they were when records used them, by `useOf`. */
  readonly standards: ReadonlyMap<string, StandardAtUse>
  readonly members: ReadonlyMap<string, Member>
  /** Released revisions that instruments of records follow, as far as records name anything of them. */
  readonly procedures: ReadonlyMap<string, FollowedRevision>
  /** What the calibrations of standards that counted then state, for budgets of these procedures, by `useOf`. */
  readonly uncertainties: ReadonlyMap<string, readonly StandardUncertainty[]>
}

/** Locks the instruments of records that are to be appended and reads what they name, in one exchange. */
export async function beginAppending(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  items: readonly AppendItem[],
): Promise<Begun> {
  keepPlans(tx)
  const memberIds = distinct(
    items.map(({ body }) => (knownPerformer(caller, body.performed_by) ? null : body.performed_by)),
  )
  const naming = items.filter(({ body }) => namesProcedure(body))
  const now = clock.now().toISOString()
  const uses = usesOf(items, now, (body) => [
    body.reference_standard_asset_id,
    ...pointStandards(body).keys(),
  ])
  const budgetUses = usesOf(naming, now, budgetStandards)
  const [instruments, standards, members, procedures, uncertainties] = await Promise.all([
    lockPlaced(tx, items, caller.siteIds),
    standardsAtUse(tx, caller, [...uses.values()]),
    Promise.all(memberIds.map((id) => findMember(tx, id))),
    naming.length === 0
      ? new Map()
      : findFollowed(
          tx,
          naming.map(({ instrumentId }) => instrumentId),
        ),
    findUncertaintiesAtUse(tx, [...budgetUses.values()], caller.siteIds),
  ])
  const found = members.filter((member) => member !== undefined)
  return {
    instruments: new Map(instruments.map((row) => [row.instrumentId, row])),
    standards: byUse(uses, standards),
    members: new Map(found.map((member) => [member.personId, member])),
    procedures,
    uncertainties: byUse(budgetUses, uncertainties),
  }
}

/** A record that passed every check, of an instrument with its place. */
export type Checked = CheckedCalibration & { readonly instrument: PlacedInstrument }

/** Whether a record passed every check. */
export function isChecked(each: Checked | ApiError): each is Checked {
  return !(each instanceof ApiError)
}

/** Checks a record against what `beginAppending` read. @returns the record, or why it is refused */
export function checked(clock: Clock, caller: Caller, begun: Begun, item: AppendItem): Checked | ApiError {
  try {
    return check(clock, caller, begun, item)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function check(clock: Clock, caller: Caller, begun: Begun, { instrumentId, body }: AppendItem): Checked {
  const instrument = begun.instruments.get(instrumentId.toLowerCase())
  if (!instrument) throw notFound()
  requireOtherStandards(instrument.instrumentId, namedStandards(body))
  const performedAt = performedAtOf(clock, body)
  const { reference_standard_asset_id: standardId, performed_by: performerId } = body
  const frozen = (id: string, field?: string) =>
    frozenStandard(caller, begun.standards.get(useOf(body, id)), field)
  const standard = standardId == null ? null : frozen(standardId)
  const points = measuredPointsOf(caller, body, groundOf(begun, instrument, body))
  const standards = [...pointStandards(body)].map(([id, field]) => frozen(id, field))
  const performer =
    knownPerformer(caller, performerId) ??
    performerAmong(caller, begun.members.get(performerId!.toLowerCase()))
  requireActive(instrument)
  requireCalibratable(instrument)
  const requirements = requirementsNow(caller.workspace)
  const stated = statedFieldsOf(caller, instrument, body, performedAt, requirements, points)
  requireStandardJustification(caller, body, { standard, ofPoints: standards })
  const measured = points && { ...points, standards }
  return { instrument, stated, measured, standard, performer, requirements }
}

/** What points of a record of an instrument may name; null where it follows no procedure, or names nothing of it. */
function groundOf(
  { procedures, uncertainties }: Begun,
  { instrumentId, pointOverrides }: InstrumentRow,
  body: CalibrationBody,
): RecordGround | null {
  const procedure = procedures.get(instrumentId)
  if (!procedure) return null
  const stated = budgetStandards(body).map((id) => [id, uncertainties.get(useOf(body, id)) ?? []] as const)
  return recordGround(procedure, pointOverrides, new Map(stated))
}

/** An instrument that only serves as a reference is never due, and never calibrated. @throws 409 CONFLICT */
function requireCalibratable({ status }: InstrumentRow): void {
  if (status !== 'REFERENCE_ONLY') return
  throw new ApiError('CONFLICT', { reason: because('calibration.instrument_is_reference') })
}

/** Names a standard in its use by a record. */
function useOf({ performed_at: performedAt }: CalibrationBody, standardId: string): string {
  return `${standardId.toLowerCase()} ${performedAt ?? ''}`
}

/** The uses of standards by records, each once, by `useOf`. */
function usesOf(
  items: readonly Pick<AppendItem, 'body'>[],
  now: string,
  named: (body: CalibrationBody) => readonly (string | null | undefined)[],
): ReadonlyMap<string, InstrumentAt> {
  return new Map(
    items.flatMap(({ body }) =>
      distinct(named(body)).map(
        (id) => [useOf(body, id), { instrumentId: id, at: body.performed_at ?? now }] as const,
      ),
    ),
  )
}

/** What was found for uses, in their order, by `useOf`. */
function byUse<Found>(
  uses: ReadonlyMap<string, InstrumentAt>,
  found: readonly (Found | undefined)[],
): ReadonlyMap<string, Found> {
  const pairs = [...uses.keys()].map((use, index) => [use, found[index]] as const)
  return new Map(pairs.flatMap(([use, one]) => (one === undefined ? [] : [[use, one] as const])))
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id != null).map((id) => id.toLowerCase()))]
}
