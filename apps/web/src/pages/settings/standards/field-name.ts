import { recordLabels } from '../../../components/calibration-record/record-labels.ts'
import { fieldLabels } from '../../../components/instrument-fields/field-labels.ts'

/** The fields by scope, as the forms name them that ask for them. */
const names = {
  calibration: recordLabels,
  instrument: fieldLabels,
}

/** Returns the label of a field; for a field that this version does not know, the server's name. */
export function fieldName(
  scope: keyof typeof names,
  { field, label }: { field: string; label: string },
): string {
  return (names[scope]() as Readonly<Record<string, string>>)[field] ?? label
}
