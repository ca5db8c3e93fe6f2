import {
  labelFields,
  labelFieldsMax,
  labelSheets,
  type LabelField,
  type LabelSheet,
  type LabelSheetKey,
} from '@plumbline/contract'

/** The label settings of a user, stored for next time. */
export interface LabelChoice {
  sheet: LabelSheetKey
  fields: LabelField[]
}

const STORAGE_KEY = 'plumbline-labels'
const FIRST_CHOICE: LabelChoice = { sheet: 'a4-63.5x29.6', fields: ['name', 'serial_number', 'due_date'] }

/** Returns the settings last used in this browser, as far as they are still valid. */
export function savedChoice(): LabelChoice {
  try {
    const { sheet, fields } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '') as LabelChoice
    if (!Object.hasOwn(labelSheets, sheet)) return FIRST_CHOICE
    return { sheet, fields: labelFields.filter((field) => fields.includes(field)) }
  } catch {
    return FIRST_CHOICE
  }
}

/** Stores the settings for next time. */
export function saveChoice(choice: LabelChoice): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(choice))
}

/** Returns a sheet by its key. */
export function sheetOf(key: LabelSheetKey): LabelSheet {
  return labelSheets[key]
}

/** Returns by how many the selected fields exceed the number that fit on a label. */
export function fieldsTooMany({ sheet, fields }: LabelChoice): number {
  return Math.max(0, fields.length - labelFieldsMax(sheetOf(sheet)))
}

/** Returns the number of sheets, or of labels on a roll, that are printed. */
export function pagesOf({ columns, rows }: LabelSheet, labels: number, start: number): number {
  return Math.ceil((start - 1 + labels) / (columns * rows))
}
