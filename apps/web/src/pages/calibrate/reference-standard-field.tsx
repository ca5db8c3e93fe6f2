import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { RequiredStandard } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { Icon } from '../../components/icons.tsx'
import { RequestedLabel } from './requested-fields/requested-label.tsx'
import styles from './calibrate.module.css'
import { OfferedStandardOption } from './offered-standard-option.tsx'
import { optionsOf, useOfferedStandards } from './offered-standards.ts'
import { TextField, type RecordFieldProps } from './record-fields.tsx'
import type { RecordValues } from './record-values.ts'
import { standardFaults, type StandardFault } from './standard-faults.ts'
import { faultSentence, useStandardAtUse, type StandardInForm, type WorkInForm } from './standard-in-use.ts'

/** The server is asked once the fingers rest this long. */
const SEARCH_AFTER_MS = 150

interface Props {
  fieldOf: RecordFieldProps
  values: RecordValues
  /** The facts about the selected standard. */
  standard: StandardInForm
  /** The instrument that is calibrated with it. */
  instrumentId: string
  /** The standards that the procedure requires. */
  required: readonly RequiredStandard[]
  onChange: (change: Partial<RecordValues>) => void
}

/** A reference standard: one of the register, found as one types, or whatever is written. */
export function ReferenceStandardField({
  fieldOf,
  values,
  standard,
  instrumentId,
  required,
  onChange,
}: Props) {
  const { hint, onChange: _typed, ...input } = fieldOf('reference_standard')
  const [words] = useDebouncedValue(values.reference_standard, SEARCH_AFTER_MS)
  const [isOpen, setIsOpen] = useState(false)
  // A selected standard is not used as a search term, so that the others are suggested.
  const isPicked = values.reference_standard_asset_id !== ''
  const work = { performedAt: values.performed_at, instrumentId }
  const found = useOfferedStandards(isOpen ? (isPicked ? '' : words) : null, work, required)
  const byName = new Map(found.standards.map((one) => [one.name, one]))
  return (
    <div>
      <Autocomplete
        {...input}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t('calibrate.referencePlaceholder')}
        data={optionsOf(found)}
        filter={({ options }) => options}
        openOnFocus={!isPicked}
        autoComplete="off"
        comboboxProps={{ shadow: 'md' }}
        renderOption={({ option }) => (
          <OfferedStandardOption {...byName.get(option.value)} name={option.value} />
        )}
        onDropdownOpen={() => setIsOpen(true)}
        onDropdownClose={() => setIsOpen(false)}
        onChange={(text) =>
          onChange({
            reference_standard: text,
            reference_standard_asset_id: byName.get(text)?.id ?? '',
            // It was given for another one.
            reference_standard_reason: '',
          })
        }
      />
      <StandardState fieldOf={fieldOf} values={values} standard={standard} work={work} />
    </div>
  )
}

/** States a fault of the standard, and asks why it was used nevertheless. */
function StandardState({
  fieldOf,
  values,
  standard,
  work,
}: Omit<Props, 'instrumentId' | 'required' | 'onChange'> & { work: WorkInForm }) {
  const id = values.reference_standard_asset_id
  const atUse = useStandardAtUse(id, work)
  const date = atUse?.due_date ? formatDate(atUse.due_date) : null
  const { needsReason } = standard
  const faults = faultsToWarnOf(standard, id !== '' || needsReason).map((fault) => faultSentence(fault, date))
  const reason = fieldOf('reference_standard_reason')
  const asked = { level: needsReason ? 'required' : 'optional', requiredBy: [], note: null } as const
  const label = <RequestedLabel text={t('calibrationField.reference_standard_reason')} asked={asked} />
  return (
    <>
      {faults.length === 0 && date !== null && (
        <p className={styles.hint}>{t('calibrate.standardDue', { date })}</p>
      )}
      {faults.length > 0 && (
        <p role="status" className={styles.warning}>
          <Icon name="warning" size={18} />
          {[...faults, ...(needsReason ? [t('calibrate.standardWhy')] : [])].join(' ')}
        </p>
      )}
      {(needsReason || reason.error !== undefined || values.reference_standard_reason !== '') && (
        <TextField field={{ ...reason, label }} />
      )}
    </>
  )
}

/** What speaks against a standard. One that is written by hand is not warned of before it has to be justified. */
function faultsToWarnOf(standard: StandardInForm, isWarned: boolean): readonly StandardFault[] {
  return standardFaults({ ...standard, lacksCertificate: standard.lacksCertificate && isWarned })
}
