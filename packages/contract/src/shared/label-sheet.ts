/** Fields that can be printed on a label in addition to its tag and code, in printing order. */
export const labelFields = [
  'name',
  'model',
  'serial_number',
  'calibrated_on',
  'due_date',
  'site',
  'workspace',
] as const
export type LabelField = (typeof labelFields)[number]

/** Maximum share of a label's width for its code. */
export const CODE_SHARE_MAX = 0.36

/** A sheet or roll of labels. All measures are in millimeters. */
export interface LabelSheet {
  /** A sheet of paper, or a roll on which each label is a separate page. */
  readonly kind: 'a4' | 'letter' | 'roll'
  readonly page: { readonly width: number; readonly height: number }
  readonly columns: number
  readonly rows: number
  readonly label: { readonly width: number; readonly height: number }
  /** The upper left corner of the first label. */
  readonly first: { readonly left: number; readonly top: number }
  /** Distance from one label to the next. */
  readonly pitch: { readonly x: number; readonly y: number }
  /** Margin of a label that remains empty. */
  readonly inset: number
}

type Size = readonly [width: number, height: number]

const A4: Size = [210, 297]
const LETTER: Size = [215.9, 279.4]

/** Returns labels in columns and rows, centered on their sheet. */
function centred(
  kind: 'a4' | 'letter',
  [columns, rows]: Size,
  [width, height]: Size,
  { gap, inset }: { gap: number; inset: number },
): LabelSheet {
  const [pageWidth, pageHeight] = kind === 'a4' ? A4 : LETTER
  const pitch = { x: width + gap, y: height }
  return {
    kind,
    page: { width: pageWidth, height: pageHeight },
    columns,
    rows,
    label: { width, height },
    first: {
      left: (pageWidth - columns * width - (columns - 1) * gap) / 2,
      top: (pageHeight - rows * height) / 2,
    },
    pitch,
    inset,
  }
}

function roll([width, height]: Size, inset: number): LabelSheet {
  const label = { width, height }
  return {
    kind: 'roll',
    page: label,
    columns: 1,
    rows: 1,
    label,
    first: { left: 0, top: 0 },
    pitch: { x: width, y: height },
    inset,
  }
}

/** Sheets and rolls for printing labels. */
export const labelSheets = {
  'a4-63.5x38.1': centred('a4', [3, 7], [63.5, 38.1], { gap: 2.5, inset: 2.5 }),
  'a4-63.5x29.6': centred('a4', [3, 9], [63.5, 29.6], { gap: 2.5, inset: 2 }),
  'a4-45.7x21.2': centred('a4', [4, 12], [45.7, 21.2], { gap: 2.6, inset: 1.5 }),
  'a4-25.4x10': centred('a4', [7, 27], [25.4, 10], { gap: 2.5, inset: 0.8 }),
  'letter-66.7x25.4': centred('letter', [3, 10], [66.675, 25.4], { gap: 3.175, inset: 2 }),
  'letter-44.5x12.7': centred('letter', [4, 20], [44.45, 12.7], { gap: 7.9375, inset: 1 }),
  'roll-62x29': roll([62, 29], 2),
  'roll-54x25': roll([54, 25], 2),
  'tape-24': roll([60, 24], 3),
  'tape-12': roll([50, 12], 1.2),
} as const satisfies Record<string, LabelSheet>
export type LabelSheetKey = keyof typeof labelSheets

/** Minimum line height that is still readable, in millimeters: letters of about four points. */
const LINE_MIN_MM = 1.75

/** Height of the tag in lines. */
export const TAG_LINES = 1.5

/** Returns the number of fields that fit on a label in addition to its tag. */
export function labelFieldsMax({ label, inset }: LabelSheet): number {
  return Math.min(labelFields.length, Math.floor((label.height - 2 * inset) / LINE_MIN_MM - TAG_LINES))
}
