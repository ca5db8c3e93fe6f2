import {
  labelFields,
  labelFieldsMax,
  labelSheets,
  type LabelField,
  type LabelSheet,
  type LabelSheetKey,
} from '@plumbline/contract'

/** How a person prints labels: kept from one time to the next. */
export interface LabelChoice {
  sheet: LabelSheetKey
  fields: LabelField[]
}

const KEPT_UNDER = 'plumbline-labels'
const FIRST_CHOICE: LabelChoice = { sheet: 'a4-63.5x29.6', fields: ['name', 'serial_number', 'due_date'] }

/** The choice of the last time in this browser, as far as it still makes sense. */
export function keptChoice(): LabelChoice {
  try {
    const { sheet, fields } = JSON.parse(localStorage.getItem(KEPT_UNDER) ?? '') as LabelChoice
    if (!Object.hasOwn(labelSheets, sheet)) return FIRST_CHOICE
    return { sheet, fields: labelFields.filter((field) => fields.includes(field)) }
  } catch {
    return FIRST_CHOICE
  }
}

/** Keeps a choice for the next time. */
export function keepChoice(choice: LabelChoice): void {
  localStorage.setItem(KEPT_UNDER, JSON.stringify(choice))
}

/** A sheet by its key. */
export function sheetOf(key: LabelSheetKey): LabelSheet {
  return labelSheets[key]
}

/** How many fields more than it has room for a label would bear. */
export function fieldsTooMany({ sheet, fields }: LabelChoice): number {
  return Math.max(0, fields.length - labelFieldsMax(sheetOf(sheet)))
}

/** How many sheets or labels of a roll are printed. */
export function pagesOf({ columns, rows }: LabelSheet, labels: number, start: number): number {
  return Math.ceil((start - 1 + labels) / (columns * rows))
}
