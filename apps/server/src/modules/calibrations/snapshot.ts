import {
  instrumentField,
  instrumentFieldNames,
  instrumentMember,
  type CalibrationType,
  type FrozenInstrumentFields,
  type ScopeLine,
  type StandardCondition,
} from '@plumbline/contract'
import type { StandardUncertainty } from '@plumbline/contract/procedure'
import type { CanonicalValue } from '../ledger/index.ts'
import type { InstrumentRow } from '../instruments/index.ts'
import { recordedLaboratory, type Laboratory, type WorkspaceSettings } from '../workspaces/index.ts'

/** The instrument as it was; records of earlier releases lack what was added since. A type, so that it is a canonical value. */
type FrozenInstrument = { id: string } & FrozenInstrumentFields

/** Settings of a laboratory as recorded in the ledger. */
type RecordedLaboratory = { readonly [member: string]: CanonicalValue }

/** The reference standard as it was when it was used. */
export type FrozenStandard = {
  id: string
  asset_tag: string
  name: string
  manufacturer: string | null
  model: string | null
  serial_number: string | null
  last_calibration_at: string | null
  /** Last day on which its calibration is good, in the workspace's zone. */
  due_date: string | null
  /** Number of the certificate behind its calibration. */
  certificate_number: string | null
  /** Whether it was itself due. */
  overdue: boolean
  /** Absent in records of releases that did not look at it. */
  condition?: StandardCondition
  /** Who calibrated it; null without a calibration. Absent in records of releases that did not freeze it, as what follows. */
  calibration_type?: CalibrationType | null
  /** Who issued its certificate, of the work of a provider. */
  service_provider?: string | null
  /** What its calibration states nearest to the nominal values of the record. */
  uncertainties?: StandardUncertainty[]
}

/** The condition of a standard when it was used. Records of earlier releases know only whether it was due. */
export function conditionAtUse({ condition, overdue }: FrozenStandard): StandardCondition {
  return condition ?? (overdue ? 'overdue' : 'valid')
}

/**
 * What a record had to state when it was appended: the fields by name, for each type of work, and the standards
 * behind them. Frozen with the record, so that a correction years later is held to the same, whatever was
 * selected since and whatever a later catalogue asks (decisions, section 7). A type, so that it is a canonical value.
 */
export type FrozenRequirements = {
  standards: string[]
  required: Record<CalibrationType, string[]>
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
  /** Absent in records of releases that did not freeze them. */
  requirements?: FrozenRequirements
  /** Lines of the scope of accreditation that the record lies inside of. Absent where the workspace had none. */
  accreditation_scope?: ScopeLine[]
}

/** Where the instrument stood. */
export interface FrozenPlace {
  readonly siteName: string
  readonly siteLaboratory: Laboratory
  readonly locationName: string | null
}

/** Everything that a snapshot is made of. */
export interface SnapshotParts {
  readonly instrument: Omit<InstrumentRow, 'createdAt' | 'updatedAt' | 'ledgerIndex'>
  readonly workspace: Pick<WorkspaceSettings, 'workspaceId' | 'name' | 'timeZone'>
  /** As records freeze it, see `laboratoryOfRecord`. */
  readonly laboratory: CanonicalValue
  readonly site: FrozenPlace
  readonly standard: FrozenStandard | null
  readonly requirements: FrozenRequirements
  readonly scope: readonly ScopeLine[] | null
}

/** Freezes the present state of what a certificate shows beside the record itself. */
export function freeze(parts: SnapshotParts): Snapshot {
  const { instrument, workspace, site, standard, requirements, scope } = parts
  return {
    instrument: frozenInstrument(instrument),
    workspace: {
      id: workspace.workspaceId,
      name: workspace.name,
      time_zone: workspace.timeZone,
      // An object, as settings are one.
      laboratory: parts.laboratory as RecordedLaboratory,
    },
    site: {
      id: instrument.siteId,
      name: site.siteName,
      time_zone: instrument.siteTimeZone,
      laboratory: recordedLaboratory(site.siteLaboratory) as RecordedLaboratory,
    },
    location:
      instrument.locationId !== null && site.locationName !== null
        ? { id: instrument.locationId, name: site.locationName }
        : null,
    reference_standard: standard,
    requirements,
    ...(scope !== null && { accreditation_scope: [...scope] }),
  }
}

const frozenFields = instrumentFieldNames.filter((name) => instrumentField(name).frozen === true)

function frozenInstrument(instrument: SnapshotParts['instrument']): FrozenInstrument {
  const values = frozenFields.map((name) => [name, instrument[instrumentMember(name)]])
  // Each field that the table freezes is there.
  return { id: instrument.instrumentId, ...(Object.fromEntries(values) as FrozenInstrumentFields) }
}
