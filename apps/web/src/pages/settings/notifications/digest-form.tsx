import { Checkbox, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import type { DueDigest } from '@plumbline/contract'
import { currentLocale, t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { submitting, useAttempt } from '../../../components/form/use-attempt.ts'
import { showToast } from '../../../components/toast.tsx'
import { Section, Wide } from '../section.tsx'
import { allDue, DueSelectionFields, isWhole } from './due-selection-fields.tsx'

/** The initial settings of a digest: Mondays at seven, a month ahead. */
const INITIAL: DueDigest = { weekdays: [1], hour: 7, lead_days: 30, ...allDue }

/** ISO numbers of weekdays. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))
const LEAD_DAYS_MAX = 366

interface DigestFormProps {
  digest: DueDigest | null
  onSave: (digest: DueDigest | null) => Promise<void>
}

/** When the person gets a digest of due dates by mail, and of what. */
export function DigestForm({ digest, onSave }: DigestFormProps) {
  const [isOn, setOn] = useState(digest !== null)
  const [values, change] = useState(digest ?? INITIAL)
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      await onSave(isOn ? values : null)
      showToast(t('settingsPage.saved'))
    })
  const isComplete = values.weekdays.length > 0 && isWhole(values)
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="md">
        <ErrorSummary error={error} />
        <Section title={t('notificationSettings.digest')}>
          <Wide>
            <Checkbox
              label={t('notificationSettings.digestOn')}
              checked={isOn}
              onChange={({ currentTarget }) => setOn(currentTarget.checked)}
            />
          </Wide>
          {isOn && <DigestFields values={values} onChange={change} />}
        </Section>
        <FormFoot submitLabel={t('action.save')} busy={busy} ready={!isOn || isComplete} cancel={null} />
      </Stack>
    </form>
  )
}

/** The name of a weekday by its ISO number; 1 January 2024 was a Monday. */
function weekdayName(day: number): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' })
  return format.format(new Date(Date.UTC(2024, 0, day)))
}

function DigestFields({ values, onChange }: { values: DueDigest; onChange: (values: DueDigest) => void }) {
  const { weekdays } = values
  const choose = (chosen: string[]) =>
    onChange({ ...values, weekdays: chosen.map(Number).toSorted((a, b) => a - b) })
  return (
    <>
      <Wide>
        <Checkbox.Group
          label={t('notificationSettings.weekdays')}
          value={weekdays.map(String)}
          onChange={choose}
        >
          <Group gap="sm" mt={4}>
            {WEEKDAYS.map((day) => (
              <Checkbox key={day} value={String(day)} label={weekdayName(day)} />
            ))}
          </Group>
        </Checkbox.Group>
      </Wide>
      <NativeSelect
        label={t('notificationSettings.hour')}
        data={HOURS}
        value={String(values.hour)}
        onChange={({ currentTarget }) => onChange({ ...values, hour: Number(currentTarget.value) })}
      />
      <NumberInput
        label={t('notificationSettings.leadDays')}
        min={0}
        max={LEAD_DAYS_MAX}
        clampBehavior="strict"
        allowDecimal={false}
        value={values.lead_days}
        onChange={(days) => onChange({ ...values, lead_days: Number(days) || 0 })}
      />
      <DueSelectionFields
        id="digest"
        value={values}
        onChange={(selection) => onChange({ ...values, ...selection })}
      />
    </>
  )
}
