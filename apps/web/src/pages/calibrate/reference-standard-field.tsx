import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { AppInstrument, StandardCondition } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { Icon } from '../../components/icons.tsx'
import { instrumentQuery, referenceStandardsQuery } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { AskedLabel } from './asked-fields/asked-label.tsx'
import styles from './calibrate.module.css'
import { TextField, type RecordFieldProps } from './record-fields.tsx'
import type { RecordValues } from './record-values.ts'
import { conditionOf } from './standard-in-use.ts'

/** The server is asked once the fingers rest this long. */
const SEARCH_AFTER_MS = 150

interface Props {
  fieldOf: RecordFieldProps
  values: RecordValues
  /** In which the chosen one was when it was used. */
  condition: StandardCondition | null
  onChange: (change: Partial<RecordValues>) => void
}

/** A reference standard: one of the register, found as one types, or whatever is written. */
export function ReferenceStandardField({ fieldOf, values, condition, onChange }: Props) {
  const { workspaceId, workspace } = useWorkspace()
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
        renderOption={({ option }) => (
          <Standard
            name={option.value}
            standard={byName.get(option.value)}
            conditionOf={(standard) => conditionOf(standard, values.performed_at, workspace.timezone)}
          />
        )}
        onChange={(text) =>
          onChange({
            reference_standard: text,
            reference_standard_asset_id: byName.get(text)?.id ?? '',
            // It was given for another one.
            reference_standard_reason: '',
          })
        }
      />
      {isPicked && <StandardState fieldOf={fieldOf} values={values} condition={condition} />}
    </div>
  )
}

function Standard({
  name,
  standard,
  conditionOf: conditionNow,
}: {
  name: string
  standard: AppInstrument | undefined
  conditionOf: (standard: AppInstrument) => StandardCondition
}) {
  const condition = standard && conditionNow(standard)
  const words = [
    condition !== undefined && condition !== 'valid' && t(`standardCondition.${condition}`),
    standard?.due_date && t('calibrate.standardDue', { date: formatDate(standard.due_date) }),
  ].filter(Boolean)
  return (
    <div>
      <Text size="sm">{name}</Text>
      {words.length > 0 && (
        <Text size="xs" c="dimmed">
          {words.join(' · ')}
        </Text>
      )}
    </div>
  )
}

/** Says in what condition the standard was when it was used, and asks why it was used all the same. */
function StandardState({ fieldOf, values, condition }: Omit<Props, 'onChange'>) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(instrumentQuery(workspaceId, values.reference_standard_asset_id))
  const date = data?.instrument.due_date ? formatDate(data.instrument.due_date) : null
  const isGood = condition === null || condition === 'valid'
  const due = date !== null && <p className={styles.hint}>{t('calibrate.standardDue', { date })}</p>
  if (isGood && values.reference_standard_reason === '') return due
  const asked = { level: isGood ? 'optional' : 'required', requiredBy: [], note: null } as const
  const label = <AskedLabel text={t('calibrationField.reference_standard_reason')} asked={asked} />
  return (
    <>
      {isGood ? (
        due
      ) : (
        <p role="status" className={styles.warning}>
          <Icon name="warning" size={18} />
          {t(`calibrate.standard.${condition}`, { date: date ?? '–' })} {t('calibrate.standardWhy')}
        </p>
      )}
      <TextField field={{ ...fieldOf('reference_standard_reason'), label }} />
    </>
  )
}

function nameOf({ asset_tag, name }: AppInstrument): string {
  return [asset_tag, name].filter(Boolean).join(' · ')
}
