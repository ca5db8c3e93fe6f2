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
    id: Uuid({ description: 'Id of the site.' }),
    name,
    is_default: Type.Boolean({ default: false, description: 'New instruments belong to this site.' }),
    ...furtherFields,
  },
  { $id: 'SiteSummary' },
)
export type SiteSummary = Type.Static<typeof SiteSummary>

/** A place within a site. */
export const LocationSummary = Closed(
  {
    id: Uuid({ description: 'Id of the location.' }),
    name: Nullable(Type.String({ description: 'What people call it.', examples: ['Cabinet 4'] })),
    site_id: Nullable(Uuid({ description: 'The site that it belongs to.' })),
  },
  { $id: 'LocationSummary' },
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
    description: "The workspace's sites that the key may see, by name.",
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
    description: 'Resolves the location_id of instruments.',
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
