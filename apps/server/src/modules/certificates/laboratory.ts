import type { CalibrationRow, Snapshot } from '../calibrations/index.ts'
import type { Laboratory } from '../workspaces/index.ts'

/** What a workspace, or a site in its stead, sets for its certificates, as a record freezes it. */
export interface LaboratorySettings extends Omit<Laboratory, 'logo'> {
  /** SHA-256 of the logo in hex. */
  logo_sha256?: string
}

/** The zone of a record's days, as its site and workspace had it at the time. */
export function zoneOf({ site, workspace }: Snapshot): string {
  return site.time_zone ?? workspace.time_zone
}

/** The settings that hold at a site: its own where it has any, else the workspace's. */
export function laboratoryOf(workspace: object, site: object): LaboratorySettings {
  const set = Object.entries(site).filter(([, value]) => value !== null && value !== '')
  return { ...workspace, ...Object.fromEntries(set) }
}

/** Whether the accreditation covers a record: none of a provider's work (ILAC-P8). Records of earlier releases do not say more. */
export function isAccredited({ calibrationType, accredited }: CalibrationRow): boolean {
  return calibrationType !== 'external_certificate' && (accredited ?? true)
}
