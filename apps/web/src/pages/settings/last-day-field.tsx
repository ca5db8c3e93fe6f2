import { TextInput } from '@mantine/core'
import { todayIn } from '../../base/formats.ts'
import { LAST_DAY_MAX } from '../../base/last-day.ts'
import { t } from '../../base/messages.ts'
import { BELOW } from '../../components/form/form-fields.ts'

/** The last day on which something holds, a day of a zone; empty without an end. */
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

/** What is wrong with a last day that was entered; undefined where nothing is, and where it is as it was. */
export function lastDayError(day: string, before: string, zone: string): string | undefined {
  if (day === '' || day === before) return undefined
  return day.length === LAST_DAY_MAX.length && day < todayIn(zone) ? t('lastDay.over') : undefined
}
