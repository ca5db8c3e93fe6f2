import { fileURLToPath } from 'node:url'
import {
  because,
  CODE_SHARE_MAX,
  type InstrumentSummary,
  type LabelField,
  labelFields,
  labelFieldsMax,
  type LabelRequest,
  type LabelSheet,
  labelSheets,
  TAG_LINES,
} from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { FALLBACK_LANGUAGE, fill, type MessagesOf, messagesOf } from '../../platform/messages.ts'
import { type QrMatrix, qrMatrix } from '../../platform/qr-code.ts'
import type { PageSource, Typesetter } from '../../platform/typesetting/index.ts'
import { type Caller, reachesSite } from '../access/index.ts'
import { localDate } from '../compliance/index.ts'
import { summariesOf } from '../instruments/index.ts'
import { listSites } from '../workspaces/index.ts'

const TEMPLATES = fileURLToPath(new URL('./templates', import.meta.url))

/** Dependencies of printing labels. */
export interface LabelParts {
  readonly db: Database
  readonly clock: Clock
  readonly typesetter: Typesetter
  /** Origin of the URLs in codes. */
  readonly publicUrl: string
}

/** More labels than this take over a second to typeset. */
const LARGE_FROM_LABELS = 500

/**
 * Returns a PDF with the labels of instruments, in the given order.
 * @throws 404 NOT_FOUND if one of them is outside the caller's sites; 422 VALIDATION_ERROR if the fields do not fit on
 * the label, or the sheet has no such position
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
  const labelsPerSheet = sheet.columns * sheet.rows
  if (start > labelsPerSheet)
    throw invalidField('start_position', because('field.label_start_too_late', { limit: labelsPerSheet }))
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

/** The texts of one label; null if the register has no value. Dates are `YYYY-MM-DD`. */
type LabelData = Readonly<Record<LabelField, string | null>> & {
  readonly tag: string
  /** Content of the code. */
  readonly address: string
}

/** Options of printing labels. */
interface LabelPrint {
  readonly sheet: LabelSheet
  readonly fields: readonly LabelField[]
  readonly startPosition: number
  readonly language: string
  readonly madeAt: string
}

/** Returns the source from which a PDF of labels is typeset. */
function labelPages(labels: readonly LabelData[], print: LabelPrint): PageSource {
  const messages = messagesOf('label', print.language)
  const { sheet } = print
  const height = sheet.label.height - 2 * sheet.inset
  const fields = labelFields.filter((field) => print.fields.includes(field))
  const layout = {
    ...sheet,
    codeSide: Math.min(height, sheet.label.width * CODE_SHARE_MAX),
    lines: TAG_LINES + fields.length,
    startPosition: print.startPosition,
  }
  const texts = {
    'data/layout.json': layout,
    'data/labels.json': {
      title: messages.title,
      language: print.language,
      labels: labels.map((label) => ({
        tag: label.tag,
        codeLabel: fill(messages.code, { tag: label.tag }),
        lines: fields.map((field) => lineOf(label, field, messages)),
      })),
    },
  }
  // Codes are not user text, and there are many: they are passed on without further checks.
  const codes = Buffer.from(JSON.stringify(labels.map(({ address }) => drawing(qrMatrix(address)))))
  return {
    name: `${labels.length} labels`,
    templates: TEMPLATES,
    main: 'labels.typ',
    texts,
    files: { 'data/codes.json': codes },
    madeAt: print.madeAt,
  }
}

/**
 * Returns a code as a single outline of a vector image, which the typesetter sets faster than many of its own shapes.
 */
function drawing({ size, runs }: QrMatrix): string {
  const outline = runs.map(([row, start, length]) => `M${start} ${row}h${length}v1h${-length}z`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${outline}"/></svg>`
}

/** Returns one line; a label precedes values that are not self-explanatory. */
function lineOf(
  label: LabelData,
  field: LabelField,
  messages: MessagesOf<'label'>,
): { text: string; strong: boolean } {
  const value = label[field]?.replaceAll(/\s+/g, ' ').trim() || null
  return { text: wordsOf(field, value, messages), strong: field === 'due_date' }
}

function wordsOf(field: LabelField, value: string | null, messages: MessagesOf<'label'>): string {
  if (field === 'due_date') return value === null ? messages.noDueDate : `${messages.due} ${value}`
  if (field === 'calibrated_on')
    return value === null ? messages.neverCalibrated : `${messages.calibrated} ${value}`
  if (field === 'serial_number') return value === null ? '' : `${messages.serialNumber} ${value}`
  return value ?? ''
}
