import type { Snapshot } from '../calibrations/index.ts'
import type { CertificatePaper } from './document/certificate-data.ts'

/** What a workspace, or a site in its stead, sets for its certificates; every member may be absent. */
export interface LaboratorySettings {
  name?: string
  address?: string
  accreditation?: string
  default_customer?: string
  statements?: { scope?: string; reproduction?: string; further?: string }
  paper?: CertificatePaper
  language?: string
  /** ISO/IEC 17025:2017, 7.8.4.3: only where the customer agreed. */
  show_recommended_due_date?: boolean
  /** SHA-256 of the logo in hex, as a record freezes it. */
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
