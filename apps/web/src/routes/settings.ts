import { createRoute, redirect } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { flagOf, numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

/** Settings of the workspace: one page for each area, with a navigation of their own. */
const settingsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'settings',
  component: laterPage(() => import('../pages/settings/settings-frame.tsx'), 'SettingsFrame'),
})

const startOfSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$workspaceId/settings/workspace', params })
  },
})

const workspaceSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'workspace',
  component: laterPage(
    () => import('../pages/settings/workspace/workspace-settings-page.tsx'),
    'WorkspaceSettingsPage',
  ),
})

const sitesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'sites',
  component: laterPage(() => import('../pages/settings/sites/sites-page.tsx'), 'SitesPage'),
})

const newSiteRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'sites/new',
  component: laterPage(() => import('../pages/settings/sites/new-site-page.tsx'), 'NewSitePage'),
})

const siteRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'sites/$siteId',
  component: laterPage(() => import('../pages/settings/sites/site-page.tsx'), 'SitePage'),
})

const standardsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'standards',
  component: laterPage(() => import('../pages/settings/standards/standards-page.tsx'), 'StandardsPage'),
})

const classTablesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'class-tables',
  validateSearch: (search: RawSearch) =>
    taken({ retired: flagOf(search, 'retired'), page: numberOf(search, 'page') }),
  component: laterPage(
    () => import('../pages/settings/class-tables/class-tables-page.tsx'),
    'ClassTablesPage',
  ),
})

const newClassTableRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'class-tables/new',
  validateSearch: (search: RawSearch) => taken({ copy: textOf(search, 'copy') }),
  component: laterPage(
    () => import('../pages/settings/class-tables/new-class-table-page.tsx'),
    'NewClassTablePage',
  ),
})

const classTableRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'class-tables/$tableId',
  component: laterPage(() => import('../pages/settings/class-tables/class-table-page.tsx'), 'ClassTablePage'),
})

const providersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'providers',
  validateSearch: (search: RawSearch) =>
    taken({ archived: flagOf(search, 'archived'), page: numberOf(search, 'page') }),
  component: laterPage(() => import('../pages/settings/providers/providers-page.tsx'), 'ProvidersPage'),
})

const newProviderRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'providers/new',
  component: laterPage(() => import('../pages/settings/providers/new-provider-page.tsx'), 'NewProviderPage'),
})

const providerRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'providers/$providerId',
  component: laterPage(() => import('../pages/settings/providers/provider-page.tsx'), 'ProviderPage'),
})

const peopleRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'people',
  component: laterPage(() => import('../pages/settings/people/people-page.tsx'), 'PeoplePage'),
})

const newPersonRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'people/new',
  component: laterPage(() => import('../pages/settings/people/new-person-page.tsx'), 'NewPersonPage'),
})

const personRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'people/$userId',
  component: laterPage(() => import('../pages/settings/people/person-page.tsx'), 'PersonPage'),
})

const apiKeysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'api-keys',
  validateSearch: (search: RawSearch) => taken({ revoked: flagOf(search, 'revoked') }),
  component: laterPage(() => import('../pages/settings/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})

const newApiKeyRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'api-keys/new',
  component: laterPage(() => import('../pages/settings/api-keys/new-api-key-page.tsx'), 'NewApiKeyPage'),
})

const serviceAccountsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'service-accounts',
  component: laterPage(
    () => import('../pages/settings/service-accounts/service-accounts-page.tsx'),
    'ServiceAccountsPage',
  ),
})

const newServiceAccountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'service-accounts/new',
  component: laterPage(
    () => import('../pages/settings/service-accounts/new-service-account-page.tsx'),
    'NewServiceAccountPage',
  ),
})

const backupsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'backups',
  component: laterPage(() => import('../pages/settings/backups/backups-page.tsx'), 'BackupsPage'),
})

const mailRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'mail',
  component: laterPage(() => import('../pages/settings/mail/mail-page.tsx'), 'MailPage'),
})

const notificationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'notifications',
  component: laterPage(
    () => import('../pages/settings/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

/** All routes below Settings. */
export const settingsRoutes = settingsRoute.addChildren([
  startOfSettingsRoute,
  workspaceSettingsRoute,
  sitesRoute,
  newSiteRoute,
  siteRoute,
  standardsRoute,
  classTablesRoute,
  newClassTableRoute,
  classTableRoute,
  providersRoute,
  newProviderRoute,
  providerRoute,
  peopleRoute,
  newPersonRoute,
  personRoute,
  apiKeysRoute,
  backupsRoute,
  mailRoute,
  notificationsRoute,
  newApiKeyRoute,
  serviceAccountsRoute,
  newServiceAccountRoute,
])
