import type { CanonicalValue } from '../ledger/index.ts'
import type { InstrumentRow } from '../instruments/index.ts'
import { recordedLaboratory, type Location, type Site, type Workspace } from '../workspaces/index.ts'

/** The instrument as it was. A type, not an interface, so that it is a canonical value. */
type FrozenInstrument = {
  id: string
  asset_tag: string
  name: string
  manufacturer: string | null
  model: string | null
  serial_number: string | null
  category: string | null
  department: string | null
  location: string | null
  tolerance_spec: string | null
  unit_of_measure: string | null
  method: string | null
  calibration_interval_value: number
  calibration_interval_unit: string
}

/** Settings of a laboratory as the ledger tells them. */
type RecordedLaboratory = { readonly [member: string]: CanonicalValue }

/** The reference standard as it was when it was used. */
type FrozenStandard = {
  id: string
  asset_tag: string
  name: string
  manufacturer: string | null
  model: string | null
  serial_number: string | null
  last_calibration_at: string | null
  due_date: string | null
  certificate_number: string | null
  overdue: boolean
}

/**
 * What a certificate prints later, frozen as the record is appended. Part of the hashed entry. A logo is named
 * by its hash, so that records stay small.
 */
export type Snapshot = {
  instrument: FrozenInstrument
  workspace: { id: string; name: string; time_zone: string; laboratory: RecordedLaboratory }
  site: { id: string; name: string; time_zone: string | null; laboratory: RecordedLaboratory }
  location: { id: string; name: string } | null
  reference_standard: FrozenStandard | null
}

/** The instrument that a calibration was measured against, with the state of its own calibration. */
export interface ReferenceStandard {
  readonly row: InstrumentRow
  /** Last day on which its calibration is good, in the workspace's zone. */
  readonly dueDate: string | null
  /** Number of the certificate behind its calibration. */
  readonly certificateNumber: string | null
  /** Whether it was itself due when it was used. */
  readonly overdue: boolean
}

/** Everything that a snapshot is made of. */
export interface SnapshotParts {
  readonly instrument: Omit<InstrumentRow, 'createdAt' | 'updatedAt' | 'ledgerIndex'>
  readonly workspace: Workspace
  readonly site: Site
  readonly location: Location | undefined
  readonly standard: ReferenceStandard | null
}

/** Freezes the present state of what a certificate tells beside the record itself. */
export function freeze({ instrument, workspace, site, location, standard }: SnapshotParts): Snapshot {
  return {
    instrument: frozenInstrument(instrument),
    workspace: {
      id: workspace.workspaceId,
      name: workspace.name,
      time_zone: workspace.timeZone,
      laboratory: laboratoryOf(workspace),
    },
    site: {
      id: site.siteId,
      name: site.name,
      time_zone: site.timeZone,
      laboratory: laboratoryOf(site),
    },
    location: location ? { id: location.locationId, name: location.name } : null,
    reference_standard: standard && frozenStandard(standard),
  }
}

function frozenInstrument(instrument: SnapshotParts['instrument']): FrozenInstrument {
  return {
    id: instrument.instrumentId,
    asset_tag: instrument.assetTag,
    name: instrument.name,
    manufacturer: instrument.manufacturer,
    model: instrument.model,
    serial_number: instrument.serialNumber,
    category: instrument.category,
    department: instrument.department,
    location: instrument.location,
    tolerance_spec: instrument.toleranceSpec,
    unit_of_measure: instrument.unitOfMeasure,
    method: instrument.method,
    calibration_interval_value: instrument.calibrationIntervalValue,
    calibration_interval_unit: instrument.calibrationIntervalUnit,
  }
}

function frozenStandard({ row, dueDate, certificateNumber, overdue }: ReferenceStandard): FrozenStandard {
  return {
    id: row.instrumentId,
    asset_tag: row.assetTag,
    name: row.name,
    manufacturer: row.manufacturer,
    model: row.model,
    serial_number: row.serialNumber,
    last_calibration_at: row.basisPerformedAt,
    due_date: dueDate,
    certificate_number: certificateNumber,
    overdue,
  }
}

/** An object, as settings are one. */
function laboratoryOf({ laboratory }: Pick<Site, 'laboratory'>): RecordedLaboratory {
  return recordedLaboratory(laboratory) as RecordedLaboratory
}
