import { Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { memo, type ChangeEvent, type ReactNode } from 'react'
import { AppCalibrationCreate, CalibrationCorrection } from '@plumbline/contract'
import { formatDate, formatInstant } from '../../base/formats.ts'
import { t, tIfKnown } from '../../base/messages.ts'
import { instantInZone } from '../../base/zone-clock.ts'
import { recordFieldId, recordLabels } from '../../components/calibration-record/record-labels.ts'
import { decisionRuleName } from '../../components/decision-rule/decision-rule-name.ts'
import { limitsOf } from '../../components/form/limits.ts'
import { RequestedLabel, requestedBy, requestNote } from './requested-fields/requested-label.tsx'
import type { FieldRequest } from './requested-fields/visible-fields.ts'
import type { CopiedValues } from './copied-values.ts'
import type { RecordField, RecordValues } from './record-values.ts'

/** What an input of a field is given. */
export interface FieldProps {
  id: string
  label: ReactNode
  value: string
  error: string | undefined
  /** Why it need not be entered, and for a correction the recorded value. */
  hint: string | undefined
  /** Who asks for it, which the label's mark shows to those who point at it. */
  'aria-description'?: string
  /** Whether its value is copied from the last record. */
  'data-copied'?: true
  maxLength?: number
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

/** The props of a field's input. */
export type RecordFieldProps = (name: RecordField) => FieldProps

/** The state shared by all fields of a form. */
export interface FieldSource {
  readonly values: RecordValues
  readonly asked: ReadonlyMap<RecordField, FieldRequest>
  readonly errors: Readonly<Record<string, string>>
  readonly recorded: RecordValues | undefined
  /** For a new record: the values copied from the last one. */
  readonly copied: Pick<CopiedValues, 'from' | 'fields'> | undefined
  readonly zone: string
  readonly set: (change: Partial<RecordValues>) => void
}

/** Makes the props of each field from the form's state; limits are the contract's. */
export function fieldPropsOf({
  values,
  asked,
  errors,
  recorded,
  copied,
  zone,
  set,
}: FieldSource): RecordFieldProps {
  const labels = recordLabels()
  const schema = recorded ? CalibrationCorrection : AppCalibrationCreate
  const hintOf = (name: RecordField) => {
    const ledger = recorded && t('correct.recorded', { value: shownValue(name, recorded[name], zone) })
    const isCopied = copied?.fields.has(name) && t('calibrate.copied', { date: copied.from })
    return [ledger, isCopied, requestNote(asked.get(name))].filter(Boolean).join(' · ') || undefined
  }
  const propsOf = (name: RecordField): FieldProps => {
    const { maxLength } = limitsOf(schema, name)
    const reason = requestedBy(asked.get(name))
    return {
      id: recordFieldId(name),
      label: <RequestedLabel text={labels[name]} asked={asked.get(name)} />,
      value: values[name],
      error:
        errors[name] ?? (name === 'reference_standard' ? errors['reference_standard_asset_id'] : undefined),
      hint: hintOf(name),
      ...(reason !== '' && { 'aria-description': reason }),
      ...(copied?.fields.has(name) && { 'data-copied': true as const }),
      ...(maxLength !== undefined && { maxLength }),
      onChange: (event) => set({ [name]: event.currentTarget.value }),
    }
  }
  // The same for each asking, so that an input is not drawn again while others are typed in.
  const made = new Map<RecordField, FieldProps>()
  return (name) => {
    const props = made.get(name) ?? propsOf(name)
    made.set(name, props)
    return props
  }
}

/** Returns a value of the form for display: tokens and times are formatted, all else is unchanged. */
export function shownValue(name: RecordField, value: string, zone: string): string {
  if (value === '') return '–'
  if (name === 'result') return tIfKnown(`result.${value}`) ?? value
  if (name === 'decision_rule') return decisionRuleName(value)
  if (name === 'accredited') return t(value === 'true' ? 'yesNo.yes' : 'yesNo.no')
  if (name === 'calibration_type') return tIfKnown(`calibrationType.${value}`) ?? value
  if (name === 'next_due_date') return formatDate(value)
  if (name !== 'performed_at' && name !== 'received_at') return value
  const [date = '', time = ''] = value.split('T')
  return formatInstant(instantInZone(date, time, zone), zone)
}

/** Label above, description and errors below the input, so that the inputs of a row are aligned. */
const BELOW = ['label', 'input', 'description', 'error'] as const

/** A line of text. */
export const LineField = memo(function LineField({ field, ...more }: { field: FieldProps } & TextInputProps) {
  const { hint, ...input } = field
  return (
    <TextInput {...input} description={hint} inputWrapperOrder={[...BELOW]} autoComplete="off" {...more} />
  )
})

/** Several lines of text. Memoised, because each render of an autosizing field measures the page. */
export const TextField = memo(function TextField({
  field,
  minRows = 1,
}: {
  field: FieldProps
  minRows?: number
}) {
  const { hint, ...input } = field
  return (
    <Textarea
      {...input}
      description={hint}
      inputWrapperOrder={[...BELOW]}
      autosize
      minRows={minRows}
      maxRows={12}
    />
  )
})
