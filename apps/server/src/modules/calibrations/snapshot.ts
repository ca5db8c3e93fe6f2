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

/**
 * The instrument as it was; records of earlier releases lack members that were added later. A type alias, so that it
 * is assignable to a canonical value.
 */
type FrozenInstrument = { id: string } & FrozenInstrumentFields

/** Settings of a laboratory as recorded in the ledger. */
type RecordedLaboratory = { readonly [member: string]: CanonicalValue }

/** The reference standard as it was when used. */
export type FrozenStandard = {
  id: string
  asset_tag: string
  name: string
  manufacturer: string | null
  model: string | null
  serial_number: string | null
  last_calibration_at: string | null
  /** Last day on which its calibration is valid, in the workspace's time zone. */
  due_date: string | null
  /** Number of the certificate of its calibration. */
  certificate_number: string | null
  /** Whether the standard itself was overdue. */
  overdue: boolean
  /** Absent in records of releases that did not examine it. */
  condition?: StandardCondition
  /**
   * Type of its calibration; null without a calibration. Like the following members, absent in records of releases
   * that did not freeze it.
   */
  calibration_type?: CalibrationType | null
  /** Provider that issued its certificate, if the calibration was external. */
  service_provider?: string | null
  /** Uncertainties that its calibration states nearest to the nominal values of the record. */
  uncertainties?: StandardUncertainty[]
}

/**
 * Returns the condition of a standard when it was used. Records of earlier releases state only whether it was
 * overdue.
 */
export function conditionAtUse({ condition, overdue }: FrozenStandard): StandardCondition {
  return condition ?? (overdue ? 'overdue' : 'valid')
}

/**
 * What a record had to state when it was appended: the required fields by name for each type of work, and the
 * standards that require them. Frozen with the record so that a correction years later must meet the same
 * requirements, regardless of later selections and catalogs (decisions, section 7). A type alias, so that it is
 * assignable to a canonical value.
 */
export type FrozenRequirements = {
  standards: string[]
  required: Record<CalibrationType, string[]>
}

/**
 * What a certificate prints later, frozen as the record is appended. Part of the hashed entry. A logo is referenced
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
  /** Lines of the scope of accreditation that cover the record. Absent if the workspace had no scope. */
  accreditation_scope?: ScopeLine[]
}

/** The location of the instrument. */
export interface FrozenSite {
  readonly siteName: string
  readonly siteLaboratory: Laboratory
  readonly locationName: string | null
}

/** The parts of a snapshot. */
export interface SnapshotParts {
  readonly instrument: Omit<InstrumentRow, 'createdAt' | 'updatedAt' | 'ledgerIndex'>
  readonly workspace: Pick<WorkspaceSettings, 'workspaceId' | 'name' | 'timeZone'>
  /** As frozen by records; see `laboratoryOfRecord`. */
  readonly laboratory: CanonicalValue
  readonly site: FrozenSite
  readonly standard: FrozenStandard | null
  readonly requirements: FrozenRequirements
  readonly scope: readonly ScopeLine[] | null
}

/** Freezes the current state of what a certificate shows in addition to the record itself. */
export function freeze(parts: SnapshotParts): Snapshot {
  const { instrument, workspace, site, standard, requirements, scope } = parts
  return {
    instrument: frozenInstrument(instrument),
    workspace: {
      id: workspace.workspaceId,
      name: workspace.name,
      time_zone: workspace.timeZone,
      // Settings are always an object.
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
  // Every field that the table freezes is present.
  return { id: instrument.instrumentId, ...(Object.fromEntries(values) as FrozenInstrumentFields) }
}
