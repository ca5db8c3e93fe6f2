import { recordLabels } from '../../../components/calibration-record/record-labels.ts'
import { fieldLabels } from '../../../components/instrument-fields/field-labels.ts'

/** The fields by scope, as the forms name them that ask for them. */
const names = {
  calibration: recordLabels,
  instrument: fieldLabels,
}

/** What a field is called; one that this version does not know, as the server calls it. */
export function fieldName(
  scope: keyof typeof names,
  { field, label }: { field: string; label: string },
): string {
  return (names[scope]() as Readonly<Record<string, string>>)[field] ?? label
}
