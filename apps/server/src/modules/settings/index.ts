export { siteSettingsRoutes, workspaceSettingsRoutes } from './app-routes.ts'
export { changeSite } from './change-site.ts'
export { describeWorkspace } from './describe-workspace.ts'
export { updateWorkspace, type WorkspaceChange } from './update-workspace.ts'
