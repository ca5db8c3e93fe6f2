import {
  TRACED_LEVELS_MAX,
  TRACED_RECORDS_MAX,
  type NamedInstrument,
  type Traceability,
  type TraceabilityQuery,
  type TracedRecord,
  type TracedStandard,
} from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { findCalibration } from '../calibrations/index.ts'
import { findInstrument } from '../instruments/index.ts'
import { isCircular } from './rules/circular.ts'
import {
  findCalibrationsAtUse,
  findInEffect,
  namedInstruments,
  readTraced,
  type StandardAtUse,
  type TracedRow,
  type Use,
} from './trace-store.ts'

/**
 * Returns the chain to which a calibration of an instrument is traceable: its standards, the calibration of each that
 * was in effect when it was used, the standards of that calibration, and so on, up to a calibration by another
 * laboratory (VIM 2.41; ISO/IEC 17025:2017, 6.5). Standards at sites that the caller has no access to are named as in
 * the record, and not followed.
 * @throws 404 NOT_FOUND for an instrument outside the caller's sites, and for a calibration of another instrument
 */
export async function readTraceability(
  queries: WorkspaceQueries,
  caller: Caller,
  instrumentId: string,
  query: TraceabilityQuery,
): Promise<Traceability> {
  const row = await findInstrument(queries, instrumentId, caller.siteIds)
  if (!row) throw notFound()
  const { instrumentId: id, assetTag, name, serialNumber } = row
  const instrument = { id, asset_tag: assetTag, name, serial_number: serialNumber }
  const calibrationId = await startOf(queries, caller, id, query)
  const records = calibrationId === undefined ? [] : await trace(queries, caller, calibrationId)
  const standards = records.flatMap((record) => record.standards)
  return {
    instrument,
    calibration_id: calibrationId ?? null,
    is_complete: records.length > 0 && records.every(leadsOutside),
    unfit_standards: standards.filter(isUnfit).length,
    records,
  }
}

async function startOf(
  queries: WorkspaceQueries,
  { siteIds }: Caller,
  instrumentId: string,
  { calibration_id: asked }: TraceabilityQuery,
): Promise<string | undefined> {
  if (asked === undefined) return findInEffect(queries, instrumentId)
  const found = await findCalibration(queries, asked, siteIds)
  if (found?.instrumentId !== instrumentId) throw notFound()
  return found.calibrationId
}

function leadsOutside({ ends, standards }: TracedRecord): boolean {
  return ends === 'external' || (ends === null && standards.every((standard) => standard.ends === null))
}

/** Whether a warning is shown for a standard: it was not fit for use, or no certificate is known. */
function isUnfit({ condition, certificate_number: number }: TracedStandard): boolean {
  return (condition !== null && condition !== 'valid') || number === null
}

/** Standards of one record, with the calibrations to which they lead. */
interface Step {
  readonly row: TracedRow
  readonly level: number
  readonly standards: readonly UsedStandard[]
}

/** A standard that a record names as an instrument. */
interface UsedStandard {
  readonly frozen: StandardAtUse
  readonly points: number[] | null
  readonly calibrationId: string | undefined
  readonly isVisible: boolean
}

/** Reads level by level, with three statements for each; a record reached from several others is read once. */
async function trace(queries: WorkspaceQueries, caller: Caller, first: string): Promise<TracedRecord[]> {
  const steps = new Map<string, Step>()
  let wanted = [first]
  for (let level = 0; wanted.length > 0 && level < TRACED_LEVELS_MAX; level += 1) {
    const rows = await readTraced(queries, wanted)
    const found = await stepsOf(queries, caller, rows, level)
    for (const step of found) steps.set(step.row.id, step)
    const next = found.flatMap(({ standards }) => standards.flatMap(({ calibrationId: id }) => id ?? []))
    wanted = [...new Set(next)].filter((id) => !steps.has(id)).slice(0, TRACED_RECORDS_MAX - steps.size)
  }
  const links = new Map(
    [...steps].map(([id, { standards }]) => [id, standards.map((one) => one.calibrationId)]),
  )
  return [...steps.values()].map((step) => serialize(step, steps, (from, to) => isCircular(links, from, to)))
}

async function stepsOf(
  queries: WorkspaceQueries,
  { siteIds }: Caller,
  rows: readonly TracedRow[],
  level: number,
): Promise<Step[]> {
  const named = rows.map((row) => ({ row, standards: endOf(row) === null ? standardsOf(row) : [] }))
  const visible = await namedInstruments(
    queries,
    [...new Set(named.flatMap(({ standards }) => standards.map(({ frozen }) => frozen.id)))],
    siteIds,
  )
  const uses = new Map<object, Use>()
  for (const { row, standards } of named) {
    for (const standard of standards) {
      if (!visible.has(standard.frozen.id)) continue
      uses.set(standard, { standardId: standard.frozen.id, usedAt: row.performedAt, calibrationId: row.id })
    }
  }
  const inEffect = await findCalibrationsAtUse(queries, [...uses.values()])
  return named.map(({ row, standards }) => ({
    row,
    level,
    standards: standards.map((standard) => {
      const use = uses.get(standard)
      return { ...standard, isVisible: use !== undefined, calibrationId: use && inEffect.get(use) }
    }),
  }))
}

/**
 * Returns the standard of the whole record first, then those of single points; a standard that is both appears once.
 */
function standardsOf({ standard, pointStandards, standardOfPoint }: TracedRow) {
  const ofPoints = (pointStandards ?? [])
    .filter(({ id }) => id !== standard?.id)
    .map((frozen) => ({ frozen, points: pointsOf(standardOfPoint, frozen.id) }))
  return [...(standard ? [{ frozen: standard, points: null }] : []), ...ofPoints]
}

function pointsOf(standardOfPoint: readonly (string | null)[], id: string): number[] {
  return standardOfPoint.flatMap((named, index) => (named === id ? [index + 1] : []))
}

/** The standards used by a provider are listed in its own certificate. */
function endOf({ calibrationType, isStartingRecord }: TracedRow): TracedRecord['ends'] {
  if (calibrationType === 'external_certificate') return 'external'
  return isStartingRecord ? 'starting_record' : null
}

type Circular = (from: string, to: string) => boolean

function serialize(step: Step, steps: ReadonlyMap<string, Step>, circular: Circular): TracedRecord {
  const { row, level } = step
  const standards = serializeStandards(step, steps, circular)
  return {
    calibration_id: row.id,
    level,
    instrument: row.instrument,
    performed_at: row.performedAt,
    calibration_type: row.calibrationType,
    result: row.result,
    certificate_number: row.certificateNumber,
    laboratory: laboratoryOf(row),
    traceability_reference: row.traceabilityReference,
    standards,
    reference_standard_reason: row.standardReason,
    ends: endOf(row) ?? (standards.length === 0 ? 'no_standard' : null),
  }
}

function laboratoryOf({ calibrationType, isStartingRecord, provider, laboratory }: TracedRow): string | null {
  if (isStartingRecord) return null
  return calibrationType === 'external_certificate' ? provider : laboratory
}

function serializeStandards(
  { row, standards }: Step,
  steps: ReadonlyMap<string, Step>,
  circular: Circular,
): TracedStandard[] {
  const instruments = standards.map((standard) => {
    const calibration = standard.calibrationId === undefined ? undefined : steps.get(standard.calibrationId)
    const { frozen, points, calibrationId: id } = standard
    const isOfRecord = points === null
    return {
      instrument: namedAtUse(frozen),
      name: (isOfRecord ? row.statedName : null) ?? frozen.name,
      certificate_number: (isOfRecord ? row.statedCertificate : null) ?? frozen.certificate_number,
      laboratory: calibration ? laboratoryOf(calibration.row) : null,
      due_date: frozen.due_date,
      condition: frozen.condition ?? (frozen.overdue ? ('overdue' as const) : ('valid' as const)),
      points,
      calibration_id: calibration ? id! : null,
      ends: endOfStandard(standard, calibration !== undefined, id !== undefined && circular(row.id, id)),
    }
  })
  return [...instruments, ...namedByText(row)]
}

/** If no instrument is known, only a text or a certificate number is available. */
function namedByText(row: TracedRow): TracedStandard[] {
  const { standard, statedName: name, statedCertificate } = row
  if (endOf(row) !== null || standard !== null || (name ?? statedCertificate) === null) return []
  return [
    {
      instrument: null,
      name,
      certificate_number: statedCertificate,
      laboratory: null,
      due_date: null,
      condition: null,
      points: null,
      calibration_id: null,
      ends: 'named_only',
    },
  ]
}

function endOfStandard(
  { calibrationId, isVisible }: UsedStandard,
  isRead: boolean,
  isInCircle: boolean,
): TracedStandard['ends'] {
  if (!isVisible) return 'not_visible'
  if (calibrationId === undefined) return 'never_calibrated'
  if (!isRead) return 'too_long'
  return isInCircle ? 'circular' : null
}

function namedAtUse({ id, asset_tag, name, serial_number }: StandardAtUse): NamedInstrument {
  return { id, asset_tag, name, serial_number }
}
