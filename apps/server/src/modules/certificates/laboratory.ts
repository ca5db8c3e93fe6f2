import type { CalibrationRow, Snapshot } from '../calibrations/index.ts'
import type { Laboratory } from '../workspaces/index.ts'

/** The certificate settings of a workspace, or of a site that overrides them, as frozen by a record. */
export interface LaboratorySettings extends Omit<Laboratory, 'logo'> {
  /** SHA-256 of the logo in hex. */
  logo_sha256?: string
}

/** Returns the time zone of a record's dates, according to its site and workspace at the time. */
export function zoneOf({ site, workspace }: Snapshot): string {
  return site.time_zone ?? workspace.time_zone
}

/** Returns the settings in force at a site: its own if it has any, otherwise the workspace's. */
export function laboratoryOf(workspace: object, site: object): LaboratorySettings {
  const set = Object.entries(site).filter(([, value]) => value !== null && value !== '')
  return { ...workspace, ...Object.fromEntries(set) }
}

/**
 * Whether the accreditation covers a record; never for a provider's work (ILAC-P8). Records of earlier releases do
 * not state more.
 */
export function isAccredited({ calibrationType, accredited }: CalibrationRow): boolean {
  return calibrationType !== 'external_certificate' && (accredited ?? true)
}
