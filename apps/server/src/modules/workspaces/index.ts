export { siteRoutes } from './routes.ts'
export {
  amongSites,
  findLocation,
  findSettings,
  findSite,
  findWorkspace,
  listSites,
  lockLocation,
  lockSite,
  lockWorkspace,
  pageOfLocations,
  siteAndLocationNames,
  settingsColumns,
  updateLocation,
  updateSite,
  updateWorkspaceSettings,
  workspaceVersion,
  type Location,
  type SiteAndLocationNames,
} from './store.ts'
export {
  zoneOfSite,
  type ApprovalPolicy,
  type Plan,
  type Site,
  type Workspace,
  type WorkspaceSettings,
} from './workspace.ts'
export { createWorkspace, createWorkspaceIn, type NewWorkspace } from './create-workspace.ts'
export { claimSample, findSample, markSampleRemoved, wasSampleMade } from './sample-store.ts'
export { workspaceProjection } from './projection.ts'
export { ReplayedWorkspace, type ReplayedZones } from './replayed-workspace.ts'
export { createLocation, createSite, refusingTakenName, type NewSite } from './create-site.ts'
export { requireAllSites } from './require-all-sites.ts'
export { recordedSettings, recordedSite, type RecordedSettings } from './recorded-settings.ts'
export {
  changedLaboratory,
  recordedLaboratory,
  type Laboratory,
  type LaboratoryChange,
} from './laboratory.ts'
export { laboratoryOfRecord, type LaboratoryOfRecord } from './laboratory-of-record.ts'
export { askForTimeZone, switchTimeZone } from './time-zone-store.ts'
export { canonicalTimeZone } from './rules/time-zone.ts'
