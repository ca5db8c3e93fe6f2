import {
  because,
  labelFieldsMax,
  labelSheets,
  type InstrumentSummary,
  type LabelRequest,
  type LabelSheet,
} from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { FALLBACK_LANGUAGE } from '../../platform/messages.ts'
import type { Typesetter } from '../../platform/typesetting/index.ts'
import { reachesSite, type Caller } from '../access/index.ts'
import { localDate } from '../compliance/index.ts'
import { summariesOf } from '../instruments/index.ts'
import { listSites } from '../workspaces/index.ts'
import { labelPages, type LabelData } from './label-pages.ts'

/** What printing labels works with. */
export interface LabelParts {
  readonly db: Database
  readonly clock: Clock
  readonly typesetter: Typesetter
  /** Origin of the pages that codes lead to. */
  readonly publicUrl: string
}

/** More labels take over a second to set. */
const LARGE_FROM_LABELS = 500

/**
 * The labels of instruments as a PDF, in the order in which they are named.
 * @throws 404 NOT_FOUND when one of them is not within reach; 422 VALIDATION_ERROR when the label has no room
 * for the fields or the sheet no such position
 */
export async function printLabels(parts: LabelParts, caller: Caller, request: LabelRequest): Promise<Buffer> {
  const sheet: LabelSheet = labelSheets[request.sheet]
  requireRoom(sheet, request)
  const labels = await labelData(parts, caller, request.instrument_ids)
  const pages = labelPages(labels, {
    sheet,
    fields: request.fields,
    startPosition: request.start_position ?? 1,
    language: request.language ?? FALLBACK_LANGUAGE,
    madeAt: parts.clock.now().toISOString(),
  })
  return parts.typesetter.set(pages, {
    workspaceId: caller.workspaceId,
    isLarge: labels.length > LARGE_FROM_LABELS,
  })
}

function requireRoom(sheet: LabelSheet, { fields, start_position: start = 1 }: LabelRequest): void {
  const fieldsMax = labelFieldsMax(sheet)
  if (fields.length > fieldsMax) {
    throw invalidField('fields', because('field.label_fields_too_many', { limit: fieldsMax }))
  }
  const places = sheet.columns * sheet.rows
  if (start > places)
    throw invalidField('start_position', because('field.label_start_too_late', { limit: places }))
}

async function labelData(
  { db, clock, publicUrl }: LabelParts,
  caller: Caller,
  instrumentIds: readonly string[],
): Promise<LabelData[]> {
  const queries = db.in(caller.workspaceId)
  const [known, sites] = await Promise.all([
    summariesOf(queries, caller.workspace, [...new Set(instrumentIds)], clock.now()),
    listSites(queries, caller.siteIds),
  ])
  const siteNames = new Map(sites.map(({ siteId, name }) => [siteId, name]))
  return instrumentIds.map((id) => {
    const instrument = known.get(id)
    if (instrument?.site_id == null || !reachesSite(caller, instrument.site_id)) throw notFound()
    const site = siteNames.get(instrument.site_id) ?? null
    return { ...dataOf(instrument, caller), site, address: `${publicUrl}/i/${id}` }
  })
}

function dataOf(instrument: InstrumentSummary, { workspace }: Caller): Omit<LabelData, 'site' | 'address'> {
  const dateOf = (at: string | null) => at && localDate(at, workspace.timeZone)
  const model = [instrument.manufacturer, instrument.model].filter((part) => part?.trim())
  return {
    tag: instrument.asset_tag ?? '',
    name: instrument.name,
    model: model.join(' ') || null,
    serial_number: instrument.serial_number,
    calibrated_on: dateOf(instrument.last_calibration_at),
    due_date: dateOf(instrument.next_due_at),
    workspace: workspace.name,
  }
}
