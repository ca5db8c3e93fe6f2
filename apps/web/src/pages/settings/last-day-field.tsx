import { TextInput } from '@mantine/core'
import { todayIn } from '../../base/formats.ts'
import { LAST_DAY_MAX } from '../../base/last-day.ts'
import { t } from '../../base/messages.ts'
import { BELOW } from '../../components/form/form-fields.ts'

/** The last day of validity, as a day in a time zone; empty for no end. */
export function LastDayField({
  zone,
  hint,
  ...field
}: {
  id: string
  label: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  zone: string
  hint: string
}) {
  return (
    <TextInput
      {...field}
      type="date"
      min={todayIn(zone)}
      max={LAST_DAY_MAX}
      description={hint}
      inputWrapperOrder={BELOW}
    />
  )
}

/** Returns the error of an entered last day; undefined if it is valid or unchanged. */
export function lastDayError(day: string, before: string, zone: string): string | undefined {
  if (day === '' || day === before) return undefined
  return day.length === LAST_DAY_MAX.length && day < todayIn(zone) ? t('lastDay.over') : undefined
}
