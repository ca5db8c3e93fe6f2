import { fileURLToPath } from 'node:url'
import { CODE_SHARE_MAX, labelFields, TAG_LINES, type LabelField, type LabelSheet } from '@plumbline/contract'
import { fill, messagesOf, type MessagesOf } from '../../platform/messages.ts'
import { qrMatrix, type QrMatrix } from '../../platform/qr-code.ts'
import type { PageSource } from '../../platform/typesetting/index.ts'

const TEMPLATES = fileURLToPath(new URL('./templates', import.meta.url))

/** The texts of one label; null where the register says nothing. Dates are `YYYY-MM-DD`. */
export type LabelData = Readonly<Record<LabelField, string | null>> & {
  readonly tag: string
  /** What the code holds. */
  readonly address: string
}

/** How labels are printed. */
export interface LabelPrint {
  readonly sheet: LabelSheet
  readonly fields: readonly LabelField[]
  readonly startPosition: number
  readonly language: string
  readonly madeAt: string
}

/** What a PDF of labels is set from. */
export function labelPages(labels: readonly LabelData[], print: LabelPrint): PageSource {
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
  // Codes are no text that people have written, and there are many: as they are, they need no second look.
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

/** A code as one outline of a vector picture: many of them are set faster so than by the typesetter's own shapes. */
function drawing({ size, runs }: QrMatrix): string {
  const outline = runs.map(([row, start, length]) => `M${start} ${row}h${length}v1h${-length}z`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${outline}"/></svg>`
}

/** One line; a word stands before what would not explain itself. */
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
