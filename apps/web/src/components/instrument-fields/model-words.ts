import type { ProcedureSummary } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { intervalWords } from './instrument-words.ts'
import type { ModelPart, ModelValues } from './model-values.ts'

/** A part in words. @param procedures those whose codes are known */
export function partWords(
  part: ModelPart,
  values: ModelValues,
  procedures: readonly Pick<ProcedureSummary, 'id' | 'code'>[],
): string {
  const { procedure_id: id, tolerance_spec: tolerance, category } = values
  const words = {
    procedure: () => (id === null ? null : (procedures.find((each) => each.id === id)?.code ?? id)),
    interval: () => intervalWords(values),
    tolerance: () => tolerance,
    category: () => category,
  }
  return words[part]() ?? '–'
}

/** The name of a part. */
export function partName(part: ModelPart): string {
  const names = {
    procedure: t('model.procedure'),
    interval: t('instrument.interval'),
    tolerance: t('instrumentField.tolerance_spec'),
    category: t('instrumentField.category'),
  }
  return names[part]
}
