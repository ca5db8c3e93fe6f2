import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useMemo, type FormEvent, type ReactNode } from 'react'
import { AppInstrumentCreate, AppInstrumentUpdate, intervalUnits } from '@plumbline/contract'
import { fieldErrorsOf } from '../../api.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { limitsOf } from '../../components/form/limits.ts'
import { todayIn, zoneName } from '../../formats.ts'
import { t } from '../../messages.ts'
import { may } from '../../session.ts'
import { useWorkspace } from '../../workspace.ts'
import { CustomFieldRows } from './custom-field-rows.tsx'
import styles from './instrument-form.module.css'
import { fieldLabels } from './field-labels.ts'
import { intervalDiffers, type InstrumentFormValues } from './instrument-form-values.ts'

/** Digits of the longest number that a field can be meant to hold. */
const NUMBER_LENGTH_MAX = 9

type TextName = {
  [Name in keyof InstrumentFormValues]: InstrumentFormValues[Name] extends string ? Name : never
}[keyof InstrumentFormValues]

/** The fields of an instrument, in the order in which one has them at hand. */
export function InstrumentForm({
  values,
  before,
  error,
  busy,
  notice,
  submitLabel,
  onChange,
  onSubmit,
  cancel,
}: {
  values: InstrumentFormValues
  /** What was read, on the edit form. */
  before?: InstrumentFormValues
  error: unknown
  busy: boolean
  notice?: ReactNode
  submitLabel: string
  onChange: (values: InstrumentFormValues) => void
  onSubmit: () => void
  cancel: ReactNode
}) {
  const { sites, locations, workspace, role } = useWorkspace()
  const errors = useMemo(() => instrumentErrors(error), [error])
  const labels = fieldLabels()
  const schema = before ? AppInstrumentUpdate : AppInstrumentCreate
  const set = (change: Partial<InstrumentFormValues>) => onChange({ ...values, ...change })
  const text = (name: TextName) => {
    const { maxLength } = limitsOf(schema, name)
    return {
      id: fieldId(name),
      label: labels[name],
      value: values[name],
      error: errors[name],
      ...(maxLength !== undefined && { maxLength }),
      onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    }
  }
  const interval = limitsOf(schema, 'calibration_interval_value')
  const places = locations.filter(({ site_id }) => values.site_id === '' || site_id === values.site_id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Stack gap="lg">
        <ErrorSummary error={error} labels={labels} fieldId={fieldId} />
        {notice}
        <Section title={t('instrumentForm.identity')}>
          <TextInput
            {...text('asset_tag')}
            required
            disabled={before !== undefined}
            autoFocus={before === undefined}
          />
          <TextInput {...text('name')} required />
          <TextInput {...text('manufacturer')} />
          <TextInput {...text('model')} />
          <TextInput {...text('serial_number')} />
          <TextInput {...text('category')} />
        </Section>
        <Section title={t('instrumentForm.place')}>
          {sites.length > 0 && (
            <NativeSelect
              {...text('site_id')}
              onChange={(event) => set({ site_id: event.currentTarget.value, location_id: '' })}
              data={[
                ...(before ? [] : [{ value: '', label: t('instrumentForm.defaultSite') }]),
                ...sites.map(({ id, name }) => ({ value: id, label: name ?? '–' })),
              ]}
            />
          )}
          <NativeSelect
            {...text('location_id')}
            data={[
              { value: '', label: t('instrumentForm.noLocation') },
              ...places.map(({ id, name }) => ({ value: id, label: name ?? '–' })),
            ]}
          />
          <TextInput {...text('location')} />
          <TextInput {...text('department')} />
        </Section>
        <Section title={t('instrumentForm.measuring')}>
          <TextInput {...text('unit_of_measure')} />
          <TextInput {...text('tolerance_spec')} />
          <TextInput {...text('method')} />
          <Checkbox
            id={fieldId('is_reference_standard')}
            mt="lg"
            label={labels.is_reference_standard}
            description={t('instrumentForm.referenceHint')}
            checked={values.is_reference_standard}
            onChange={(event) => set({ is_reference_standard: event.currentTarget.checked })}
          />
        </Section>
        <Section title={t('instrumentForm.schedule')}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              {...text('calibration_interval_value')}
              required
              inputMode="numeric"
              maxLength={String(interval.maximum ?? '').length || NUMBER_LENGTH_MAX}
              style={{ flex: 1 }}
            />
            <NativeSelect
              {...text('calibration_interval_unit')}
              style={{ flex: 1 }}
              data={intervalUnits.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
            />
          </Group>
          {!before && (
            <TextInput
              {...text('last_calibration_date')}
              type="date"
              max={todayIn(workspace.timezone)}
              description={t('instrumentForm.lastCalibrationHint', { zone: zoneName(workspace.timezone) })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
            />
          )}
          <TextInput {...text('grace_days')} inputMode="numeric" placeholder="0" />
          <TextInput
            {...text('warning_days')}
            inputMode="numeric"
            placeholder={String(workspace.warning_days)}
          />
          {may.manage(role) && (
            <NativeSelect
              {...text('requires_electronic_signature_override')}
              data={[
                {
                  value: '',
                  label: t('instrumentForm.signatureDefault', {
                    setting: t(workspace.requires_electronic_signature ? 'answer.yes' : 'answer.no'),
                  }),
                },
                { value: 'true', label: t('answer.yes') },
                { value: 'false', label: t('answer.no') },
              ]}
            />
          )}
        </Section>
        {before && intervalDiffers(before, values) && (
          <Textarea
            {...text('calibration_interval_change_reason')}
            description={t('instrumentForm.intervalReasonHint')}
            autosize
            minRows={2}
          />
        )}
        <CustomFieldRows
          rows={values.customFields}
          error={errors['customFields']}
          onChange={(customFields) => set({ customFields })}
        />
        <Textarea {...text('notes')} autosize minRows={3} maxRows={16} />
        <Group gap="xs" justify="flex-end" className={styles.foot}>
          {cancel}
          <Button type="submit" loading={busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The element of a field's input, for links from the summary. */
function fieldId(name: string): string {
  return `instrument-${name}`
}

/** Errors by field; the code for a missing reason names its field itself. */
function instrumentErrors(error: unknown): Record<string, string> {
  const errors = fieldErrorsOf(error)
  const code = (error as { code?: string } | undefined)?.code
  if (code === 'interval_change_reason_required') {
    errors['calibration_interval_change_reason'] ??= (error as Error).message
  }
  return errors
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        {children}
      </SimpleGrid>
    </fieldset>
  )
}
