import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { AppInstrument } from '@plumbline/contract'
import { Icon } from '../../components/icons.tsx'
import { dateInZone, formatDate } from '../../formats.ts'
import { t } from '../../messages.ts'
import { instrumentQuery, referenceStandardsQuery } from '../../queries/instruments.ts'
import { standardOverdue } from '../../tolerance.ts'
import { useWorkspace } from '../../workspace.ts'
import { instantInZone } from '../../zone-clock.ts'
import styles from './calibrate.module.css'
import type { RecordFieldProps } from './record-fields.tsx'
import type { RecordValues } from './record-values.ts'

/** The server is asked once the fingers rest this long. */
const SEARCH_AFTER_MS = 150

/** A reference standard: one of the register, found as one types, or whatever is written. */
export function ReferenceStandardField({
  fieldOf,
  values,
  onChange,
}: {
  fieldOf: RecordFieldProps
  values: RecordValues
  onChange: (change: Partial<RecordValues>) => void
}) {
  const { workspaceId } = useWorkspace()
  const { hint, onChange: _typed, ...input } = fieldOf('reference_standard')
  const [words] = useDebouncedValue(values.reference_standard, SEARCH_AFTER_MS)
  // What was picked is not searched for again: the others are offered instead.
  const isPicked = values.reference_standard_asset_id !== ''
  const { data: found = [] } = useQuery(referenceStandardsQuery(workspaceId, isPicked ? '' : words))
  const byName = new Map(found.map((one) => [nameOf(one), one]))
  return (
    <div>
      <Autocomplete
        {...input}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t('calibrate.referencePlaceholder')}
        data={[...byName.keys()]}
        filter={({ options }) => options}
        openOnFocus={!isPicked}
        autoComplete="off"
        comboboxProps={{ shadow: 'md' }}
        renderOption={({ option }) => <Standard name={option.value} standard={byName.get(option.value)} />}
        onChange={(text) =>
          onChange({ reference_standard: text, reference_standard_asset_id: byName.get(text)?.id ?? '' })
        }
      />
      {isPicked && <StandardState instrumentId={values.reference_standard_asset_id} values={values} />}
    </div>
  )
}

function Standard({ name, standard }: { name: string; standard: AppInstrument | undefined }) {
  return (
    <div>
      <Text size="sm">{name}</Text>
      {standard?.due_date && (
        <Text size="xs" c="dimmed">
          {t('calibrate.standardDue', { date: formatDate(standard.due_date) })}
        </Text>
      )}
    </div>
  )
}

/** Warns of a standard that was itself due when it was used; it blocks nothing. */
function StandardState({ instrumentId, values }: { instrumentId: string; values: RecordValues }) {
  const { workspaceId, workspace } = useWorkspace()
  const { data } = useQuery(instrumentQuery(workspaceId, instrumentId))
  if (data === undefined) return null
  const { due_date: dueDate } = data.instrument
  if (!isOverdue(data.instrument, values.performed_at, workspace.timezone)) {
    return dueDate === null ? null : (
      <p className={styles.hint}>{t('calibrate.standardDue', { date: formatDate(dueDate) })}</p>
    )
  }
  return (
    <p role="status" className={styles.warning}>
      <Icon name="warning" size={18} />
      {dueDate === null
        ? t('calibrate.standardNeverCalibrated')
        : t('calibrate.standardOverdue', { date: formatDate(dueDate) })}
    </p>
  )
}

function isOverdue(standard: AppInstrument, performedAt: string, zone: string): boolean {
  const [date = '', time = ''] = performedAt.split('T')
  const usedAt = date === '' ? new Date().toISOString() : instantInZone(date, time, zone)
  const { last_calibration_at: lastCalibrationAt, due_date: dueDate } = standard
  return standardOverdue(
    {
      inPlan: standard.status !== 'REFERENCE_ONLY' && standard.retired_at === null,
      lastCalibrationAt,
      // Only a failing calibration makes an instrument due on its own day.
      isUnfit: lastCalibrationAt !== null && dateInZone(lastCalibrationAt, zone) === dueDate,
      dueDate,
      isQuarantined: standard.is_quarantined,
      isOutOfService: standard.status === 'out_of_service',
      retiredAt: standard.retired_at,
    },
    usedAt,
    dateInZone(usedAt, zone),
  )
}

function nameOf({ asset_tag, name }: AppInstrument): string {
  return [asset_tag, name].filter(Boolean).join(' · ')
}
