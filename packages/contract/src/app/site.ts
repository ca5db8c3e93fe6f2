import type { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { LocationSummary, SiteSummary, siteOperations } from '../public/site.ts'
import { noSiteFields, siteFieldNames } from '../fields/site.ts'
import { siteSettings } from '../fields/workspace-values.ts'
import { siteFieldsChanged, siteFieldsRead, siteFieldsStated } from '../public/site-schemas.ts'
import { Closed, NameText, Uuid } from '../shared/values.ts'
import { settingsRead, settingsWritten } from './setting-schemas.ts'
import { settingsVersion } from './workspace.ts'

const ownChanges = settingsWritten(siteSettings)

/** A site with the data of its laboratory that certificates print; null if those of the workspace apply. */
export const SiteRead = Closed(
  {
    ...SiteSummary.properties,
    ...siteFieldsRead(siteFieldNames),
    ...settingsRead(siteSettings),
  },
  { $id: 'Site' },
)
export type SiteRead = Type.Static<typeof SiteRead>

/** Body of POST /sites. */
export const SiteCreate = Closed({ ...siteFieldsStated(), ...ownChanges }, { $id: 'SiteCreate' })
export type SiteCreate = Type.Static<typeof SiteCreate>

/** Body of PATCH /sites/{site_id}: only sent keys change. */
export const SiteUpdate = Closed({ ...siteFieldsChanged(), ...ownChanges }, { $id: 'SiteUpdate' })
export type SiteUpdate = Type.Static<typeof SiteUpdate>

const LocationCreate = Closed({ site_id: Uuid(), name: NameText(255) }, { $id: 'LocationCreate' })
const LocationUpdate = Closed({ name: NameText(255) }, { $id: 'LocationUpdate' })

const site: SiteRead = {
  ...noSiteFields,
  ...siteOperations.listSites.reply.example.data[0],
  laboratory_name: null,
  address: 'Hafenstraße 12\n20359 Hamburg',
  accreditation: null,
  default_customer: null,
  statements: null,
}
const location: LocationSummary = siteOperations.listLocations.reply.example.data[0]

const tag = 'Sites and standards'
const siteParams = Closed({ site_id: Uuid() })
const locationParams = Closed({ location_id: Uuid() })
const writers = ['admin', 'manager'] as const
const writeErrors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
] as const

/** Operations that create and change sites and locations. */
export const siteSettingsOperations = defineOperations({
  createSite: {
    method: 'POST',
    path: '/sites',
    tag,
    summary: 'Add a site',
    scope: 'write',
    roles: writers,
    body: SiteCreate,
    reply: { status: 201, schema: SiteRead, description: 'The site.', example: site },
    errors: writeErrors,
  },
  getSite: {
    method: 'GET',
    path: '/sites/{site_id}',
    tag,
    summary: 'Read a site',
    scope: 'read',
    params: siteParams,
    reply: {
      status: 200,
      schema: SiteRead,
      description: 'The site.',
      headers: settingsVersion.reply,
      example: site,
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
  updateSite: {
    method: 'PATCH',
    path: '/sites/{site_id}',
    tag,
    summary: 'Change a site',
    description:
      'Only the members that are sent are changed. A changed time zone takes effect on the due dates of the worklist immediately.',
    scope: 'write',
    roles: writers,
    params: siteParams,
    headers: settingsVersion.request,
    body: SiteUpdate,
    reply: {
      status: 200,
      schema: SiteRead,
      description: 'The site after the change.',
      headers: settingsVersion.reply,
      example: site,
    },
    errors: [...writeErrors, 'PRECONDITION_FAILED'],
  },
  createLocation: {
    method: 'POST',
    path: '/locations',
    tag,
    summary: 'Add a location to a site',
    scope: 'write',
    roles: writers,
    body: LocationCreate,
    reply: { status: 201, schema: LocationSummary, description: 'The location.', example: location },
    errors: writeErrors,
  },
  updateLocation: {
    method: 'PATCH',
    path: '/locations/{location_id}',
    tag,
    summary: 'Rename a location',
    scope: 'write',
    roles: writers,
    params: locationParams,
    body: LocationUpdate,
    reply: {
      status: 200,
      schema: LocationSummary,
      description: 'The location after the change.',
      example: location,
    },
    errors: writeErrors,
  },
})
