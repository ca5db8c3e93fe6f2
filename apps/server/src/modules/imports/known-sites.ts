import { because, type RefusalReason } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { reachesSite, type Caller } from '../access/index.ts'
import { createLocation, createSite, listSites, pageOfLocations } from '../workspaces/index.ts'
import type { ImportParts } from './parts.ts'
import type { ReadRow } from './rules/read-row.ts'

/** Maximum number of locations read per workspace; no register has more when it is imported. */
const LOCATIONS_MAX = 100_000

interface KnownSite {
  readonly name: string
  /** Null in a dry run for a site that the import would add. */
  readonly siteId: string | null
  readonly locations: Map<string, string | null>
}

/** The site and location of a row's instrument; absent members are not stated. */
export interface RowLocation {
  readonly siteId?: string
  readonly locationId?: string
  /** Text of a location that the site does not have. */
  readonly text?: string
  /** Whether the location would be new but is not added because this is a dry run. */
  readonly isNew?: boolean
}

const nameKey = (name: string) => name.normalize('NFC').toLowerCase()

/** The sites and locations that rows name, including those that the import adds. */
export class KnownSites {
  readonly added: { site: string; location: string | null }[] = []
  readonly #parts: ImportParts
  readonly #caller: Caller
  readonly #creates: boolean
  readonly #dryRun: boolean
  readonly #sites = new Map<string, KnownSite>()
  readonly #byId = new Map<string, KnownSite>()
  readonly #usualSiteId: string

  private constructor(parts: ImportParts, caller: Caller, choice: SiteChoice) {
    this.#parts = parts
    this.#caller = caller
    this.#creates = choice.creates && caller.siteIds === null
    this.#dryRun = choice.dryRun
    this.#usualSiteId = choice.siteId ?? caller.workspace.defaultSiteId
  }

  static async read(
    parts: ImportParts,
    queries: WorkspaceQueries,
    caller: Caller,
    choice: SiteChoice,
  ): Promise<KnownSites> {
    const known = new KnownSites(parts, caller, choice)
    const page = { limit: LOCATIONS_MAX, offset: 0, siteId: undefined, siteIds: caller.siteIds }
    const [sites, locations] = await Promise.all([
      listSites(queries, caller.siteIds),
      pageOfLocations(queries, page),
    ])
    for (const { siteId, name } of sites) known.#know({ siteId, name, locations: new Map() })
    for (const { id, name, site_id: siteId } of locations.rows) {
      known.#byId.get(siteId ?? '')?.locations.set(nameKey(name ?? ''), id)
    }
    return known
  }

  #know(site: KnownSite): KnownSite {
    this.#sites.set(nameKey(site.name), site)
    if (site.siteId !== null) this.#byId.set(site.siteId, site)
    return site
  }

  /** Adds sites and locations that rows name and the workspace lacks, if requested; a dry run only remembers them. */
  async add(rows: readonly ReadRow[]): Promise<void> {
    if (!this.#creates) return
    for (const { site: siteName, location } of rows) {
      const site = siteName === undefined ? this.#byId.get(this.#usualSiteId) : await this.#site(siteName)
      if (site && location !== undefined) await this.#location(site, location)
    }
  }

  async #site(name: string): Promise<KnownSite> {
    const known = this.#sites.get(nameKey(name))
    if (known) return known
    const siteId = this.#dryRun ? null : (await createSite(this.#parts, this.#caller, { name })).siteId
    this.added.push({ site: name, location: null })
    return this.#know({ siteId, name, locations: new Map() })
  }

  async #location(site: KnownSite, name: string): Promise<void> {
    if (site.locations.has(nameKey(name))) return
    const { siteId } = site
    const id =
      this.#dryRun || siteId === null
        ? null
        : (await createLocation(this.#parts, this.#caller, { siteId, name })).locationId
    site.locations.set(nameKey(name), id)
    this.added.push({ site: site.name, location: name })
  }

  /** @param currentSiteId site of an instrument in the register, which is kept if the row names no site */
  of({ site: siteName, location }: ReadRow, currentSiteId?: string): RowLocation | RefusalReason {
    const site =
      siteName === undefined
        ? this.#byId.get(currentSiteId ?? this.#usualSiteId)
        : this.#sites.get(nameKey(siteName))
    if (!site && siteName !== undefined) return because('import.site_unknown')
    const named = siteName !== undefined || currentSiteId === undefined
    const siteId = named ? (site?.siteId ?? this.#ownSiteId()) : undefined
    const ofSite = siteId === undefined || siteId === null ? {} : { siteId }
    const isNew = siteName !== undefined && site?.siteId === null
    if (location === undefined) return { ...ofSite, ...(isNew && { isNew }) }
    const locationId = site?.locations.get(nameKey(location))
    if (locationId === undefined) return { ...ofSite, text: location, ...(isNew && { isNew }) }
    return locationId === null
      ? { ...ofSite, isNew: true }
      : { ...ofSite, locationId, ...(isNew && { isNew }) }
  }

  /** Undefined leaves the choice to the register: the first site that the caller has access to. */
  #ownSiteId(): string | undefined {
    return reachesSite(this.#caller, this.#usualSiteId) ? this.#usualSiteId : undefined
  }
}

/** How places are chosen and added. */
export interface SiteChoice {
  readonly creates: boolean
  readonly dryRun: boolean
  /** Site of new instruments whose row names none. */
  readonly siteId?: string | undefined
}
