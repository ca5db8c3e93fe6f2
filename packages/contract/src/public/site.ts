import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { Closed, Nullable, Uuid } from '../shared/values.ts'
import { publicSiteFields } from '../fields/site.ts'
import { siteFieldsRead } from './site-schemas.ts'

const { name, ...furtherFields } = siteFieldsRead(publicSiteFields)

/** A site of the workspace. */
export const SiteSummary = Closed(
  {
    id: Uuid({ description: 'ID of the site.' }),
    name,
    is_default: Type.Boolean({
      default: false,
      description: 'Whether new instruments belong to this site by default.',
    }),
    ...furtherFields,
  },
  { $id: 'SiteSummary', description: 'A site of the workspace.' },
)
export type SiteSummary = Type.Static<typeof SiteSummary>

/** A place within a site. */
export const LocationSummary = Closed(
  {
    id: Uuid({ description: 'ID of the location.' }),
    name: Nullable(Type.String({ description: 'Display name.', examples: ['Cabinet 4'] })),
    site_id: Nullable(Uuid({ description: 'The site that the location belongs to.' })),
  },
  { $id: 'LocationSummary', description: 'A place within a site.' },
)
export type LocationSummary = Type.Static<typeof LocationSummary>

const site: SiteSummary = {
  id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a10',
  name: 'Main laboratory',
  is_default: true,
  timezone: 'Europe/Berlin',
}
const location: LocationSummary = {
  id: '019345b2-7c40-7aa1-9e55-0d4f8c2b6a31',
  name: 'Cabinet 4',
  site_id: site.id,
}
const pagination = { limit: 50, offset: 0, total: 1, has_more: false }

export const siteOperations = defineOperations({
  listSites: {
    method: 'GET',
    path: '/sites',
    tag: 'Sites and standards',
    summary: 'List sites',
    description: 'The sites of the workspace that the key can access, sorted by name.',
    scope: 'read',
    query: Closed({ ...pageQuery }),
    reply: {
      status: 200,
      schema: PageOf(SiteSummary, 'SitePage'),
      description: 'A page of sites.',
      example: { data: [site], pagination },
    },
    errors: ['VALIDATION_ERROR'],
  },
  listLocations: {
    method: 'GET',
    path: '/locations',
    tag: 'Sites and standards',
    summary: 'List locations',
    description: 'Use it to resolve the location_id of instruments.',
    scope: 'read',
    query: Closed({ ...pageQuery, site_id: Type.Optional(Uuid({ description: 'Locations of this site.' })) }),
    reply: {
      status: 200,
      schema: PageOf(LocationSummary, 'LocationPage'),
      description: 'A page of locations.',
      example: { data: [location], pagination },
    },
    errors: ['VALIDATION_ERROR'],
  },
})
