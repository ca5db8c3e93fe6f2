import { columnsAfter, ReplayedRows, type ReplayedEntry, type RowColumns } from '../ledger/index.ts'
import { locationPayload, sitePayload, workspacePayload } from './recorded-settings.ts'

/** Time zones that determine the due dates of a site's instruments. */
export interface ReplayedZones {
  timeZone: string
  dueSlot: 0 | 1
  pendingTimeZone: string | null
  /** Null if the workspace's time zone applies. */
  siteTimeZone: string | null
}

/** The workspace, its sites and its locations as described by the entries so far. */
export class ReplayedWorkspace {
  readonly workspaces: ReplayedRows = new ReplayedRows('workspaces')
  readonly sites: ReplayedRows = new ReplayedRows('sites')
  readonly locations: ReplayedRows = new ReplayedRows('locations')
  /** The time zone before the present one; null if it has never changed. */
  formerTimeZone: string | null = null
  /** Time zones requested since the last change that were replaced by another request before they took effect. */
  supersededTimeZones: readonly string[] = []
  /** Number of entries up to and including the last one that affects due dates of several instruments. */
  zonesMovedBefore = 0
  #workspaceId = ''
  /** Time zones of the workspace, each with the index of the entry from which it applied. */
  readonly #zones: { from: number; timeZone: string }[] = []
  /** Time zones of each site so far, the present one last. */
  readonly #siteZones = new Map<string, readonly (string | null)[]>()

  take(entry: ReplayedEntry): void {
    this.#takeOfWorkspace(entry)
    followEntry(this.sites, 'site', entry)
    if (entry.subject.type === 'site') this.#noteSiteZone(entry.subject.id)
    followEntry(this.locations, 'location', entry)
    if (ZONE_KINDS.has(entry.kind)) this.#noteZone(entry.index)
  }

  /** Returns the workspace's time zone at the time of an entry. */
  timeZoneAt(index: number): string {
    const held = this.#zones.findLast(({ from }) => from <= index)
    if (!held) throw new Error('no earlier entry creates the workspace')
    return held.timeZone
  }

  #noteZone(index: number): void {
    this.zonesMovedBefore = index + 1
    const timeZone = this.workspaces.columns(this.#workspaceId)['time_zone'] as string
    if (this.#zones.at(-1)?.timeZone !== timeZone) this.#zones.push({ from: index, timeZone })
  }

  /**
   * Returns every time zone that a site has had, the present one last. Throws Error for a site that no entry creates.
   */
  siteZonesSoFar(siteId: string): readonly (string | null)[] {
    return this.#siteZones.get(siteId) ?? [this.zonesOf(siteId).siteTimeZone]
  }

  #noteSiteZone(siteId: string): void {
    const present = this.sites.columns(siteId)['time_zone'] as string | null
    const earlier = (this.#siteZones.get(siteId) ?? []).filter((zone) => zone !== present)
    this.#siteZones.set(siteId, [...earlier, present])
  }

  /** Throws Error for a site that no entry creates. */
  zonesOf(siteId: string): ReplayedZones {
    const workspace = this.workspaces.columns(this.#workspaceId)
    return {
      timeZone: workspace['time_zone'] as string,
      dueSlot: workspace['due_slot'] as 0 | 1,
      pendingTimeZone: workspace['pending_time_zone'] as string | null,
      siteTimeZone: this.sites.columns(siteId)['time_zone'] as string | null,
    }
  }

  #takeOfWorkspace(entry: ReplayedEntry): void {
    const { workspaces } = this
    const { subject, at, index } = entry
    switch (entry.kind) {
      case 'workspace.created': {
        this.#workspaceId = subject.id
        const { created_at: createdAt } = entry.payload as RowColumns
        const settings = workspacePayload.columns(entry.payload)
        const rest = { due_slot: 0, pending_time_zone: null, created_at: createdAt, updated_at: createdAt }
        return workspaces.set(subject.id, { ...settings, ...rest }, index)
      }
      case 'workspace.updated':
      case 'standards.selected':
        return workspaces.change(subject.id, { ...columnsAfter(entry), updated_at: at }, index)
      case 'workspace.timezone_change_requested': {
        const { time_zone: asked } = columnsAfter(entry)
        const { pending_time_zone: superseded } = workspaces.columns(subject.id)
        if (superseded !== null) {
          this.supersededTimeZones = [...this.supersededTimeZones, superseded as string]
        }
        return workspaces.change(subject.id, { pending_time_zone: asked, updated_at: at }, index)
      }
      case 'workspace.timezone_changed': {
        const { time_zone: former, due_slot: formerSlot } = workspaces.columns(subject.id)
        this.formerTimeZone = former as string
        this.supersededTimeZones = []
        const { time_zone: zone } = columnsAfter(entry)
        const slot = formerSlot === 0 ? 1 : 0
        const columns = { time_zone: zone, pending_time_zone: null, due_slot: slot, updated_at: at }
        return workspaces.change(subject.id, columns, index)
      }
      default:
    }
  }
}

/** Kinds of entries that may change the time zone of the workspace or of a site. */
const ZONE_KINDS: ReadonlySet<ReplayedEntry['kind']> = new Set([
  'workspace.created',
  'workspace.timezone_change_requested',
  'workspace.timezone_changed',
  'site.updated',
])

/** Payloads of sites and locations, which have the same form. */
const payloads = { site: sitePayload, location: locationPayload } as const

function followEntry(rows: ReplayedRows, type: keyof typeof payloads, entry: ReplayedEntry): void {
  const { subject, at, index, payload } = entry
  if (subject.type !== type) return
  if (entry.kind === `${type}.created`) {
    // The row of the first site was written before its entry.
    const { created_at = at } = payload as RowColumns
    const columns = payloads[type].columns(payload)
    rows.set(subject.id, { ...columns, created_at, updated_at: created_at }, index)
  }
  if (entry.kind === `${type}.updated`) {
    rows.change(subject.id, { ...columnsAfter(entry), updated_at: at }, index)
  }
}
