import { NativeSelect } from '@mantine/core'
import { t } from '../../base/messages.ts'
import { recordFieldId } from '../../components/calibration-record/record-labels.ts'
import { useWorkspace } from '../../state/workspace.ts'
import type { RecordValues } from './record-values.ts'

/** Selects whether the certificate states the accreditation, if the laboratory has one. */
export function AccreditedField({
  values,
  errors,
  set,
}: {
  values: RecordValues
  errors: Readonly<Record<string, string>>
  set: (change: Partial<RecordValues>) => void
}) {
  const { accreditation } = useWorkspace().workspace
  if (accreditation === null && values.accredited === '') return null
  return (
    <NativeSelect
      id={recordFieldId('accredited')}
      label={t('calibrationField.accredited')}
      value={values.accredited}
      error={errors['accredited']}
      data={[
        { value: '', label: t('calibrate.accreditedByScope') },
        { value: 'true', label: t('yesNo.yes') },
        { value: 'false', label: t('yesNo.no') },
      ]}
      onChange={(event) => set({ accredited: event.currentTarget.value })}
    />
  )
}
