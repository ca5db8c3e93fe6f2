import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { instrumentStatuses, intervalUnits, REASON_LENGTH_MAX } from '@plumbline/contract'
import { fieldErrorsOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { DialogButtons } from '../form/dialog-buttons.tsx'
import { nameOf, statusWord } from '../instrument-fields/instrument-words.ts'
import { useResponsibleOptions } from '../instrument-fields/use-responsible-options.ts'
import { MentionTextarea } from '../mention/mention-textarea.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { bulkParts, isComplete, type BulkPart, type BulkValues } from './change-values.ts'

/** Maximum number of digits in a number field. */
const NUMBER_LENGTH_MAX = 9

interface FieldProps {
  values: BulkValues
  errors: Readonly<Record<string, string>>
  set: (change: Partial<BulkValues>) => void
}

interface BulkChangeFormProps {
  values: BulkValues
  error: unknown
  onChange: (values: BulkValues) => void
  onSubmit: () => void
  onCancel: () => void
}

/** The form of a bulk change: parts to change, new values and reason. Parts that are not selected are not changed. */
export function BulkChangeForm({ values, error, onChange, onSubmit, onCancel }: BulkChangeFormProps) {
  const errors = fieldErrorsOf(error)
  const set = (change: Partial<BulkValues>) => onChange({ ...values, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete(values)) onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ErrorSummary error={error} />
        <Stack gap="sm" component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
          <legend style={{ padding: 0, marginBottom: 8 }}>{t('bulk.whatChanges')}</legend>
          {bulkParts.map((part) => (
            <PartFields key={part} part={part} values={values} errors={errors} set={set} />
          ))}
        </Stack>
        <MentionTextarea
          instrumentId={null}
          label={t('act.reason')}
          description={t('bulk.reasonHint')}
          required
          autosize
          minRows={2}
          maxRows={8}
          maxLength={REASON_LENGTH_MAX}
          value={values.reason}
          error={errors['reason']}
          onText={(reason) => set({ reason })}
        />
        <DialogButtons verb={t('bulk.preview')} ready={isComplete(values)} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

/** A checkbox for a part, and its fields if it is checked. */
function PartFields({ part, ...field }: FieldProps & { part: BulkPart }) {
  const { values, set } = field
  const { parts } = values
  const isOn = parts.includes(part)
  return (
    <div>
      <Checkbox
        label={t(`bulk.part.${part}`)}
        checked={isOn}
        {...(part === bulkParts[0] && { 'data-autofocus': true })}
        onChange={() => set({ parts: isOn ? parts.filter((one) => one !== part) : [...parts, part] })}
      />
      {isOn && (
        <Group gap="xs" mt={6} ml={30} align="flex-start">
          {fieldsOfPart[part](field)}
        </Group>
      )}
    </div>
  )
}

const fieldsOfPart: Readonly<Record<BulkPart, (field: FieldProps) => ReactNode>> = {
  interval: ({ values, errors, set }) => (
    <>
      <TextInput
        aria-label={t('instrument.interval')}
        inputMode="numeric"
        required
        maxLength={NUMBER_LENGTH_MAX}
        value={values.intervalValue}
        error={errors['change.calibration_interval_value']}
        onChange={(event) => set({ intervalValue: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('instrument.intervalUnit')}
        value={values.intervalUnit}
        data={intervalUnits.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
        onChange={(event) => set({ intervalUnit: event.currentTarget.value as BulkValues['intervalUnit'] })}
      />
    </>
  ),
  site: (field) => <SiteField {...field} />,
  location: (field) => <LocationField {...field} />,
  responsible: (field) => <ResponsibleField {...field} />,
  grace: ({ values, errors, set }) => (
    <TextInput
      aria-label={t('instrument.graceDays')}
      description={t('bulk.graceHint')}
      inputMode="numeric"
      maxLength={NUMBER_LENGTH_MAX}
      value={values.grace}
      error={errors['change.grace_days']}
      onChange={(event) => set({ grace: event.currentTarget.value })}
    />
  ),
  status: ({ values, set }) => (
    <NativeSelect
      aria-label={t('act.newStatus')}
      value={values.status}
      data={instrumentStatuses
        .filter((one) => one !== 'retired')
        .map((one) => ({ value: one, label: statusWord(one)! }))}
      onChange={(event) => set({ status: event.currentTarget.value as BulkValues['status'] })}
    />
  ),
}

function SiteField({ values, errors, set }: FieldProps) {
  const { sites } = useWorkspace()
  return (
    <NativeSelect
      aria-label={t('instrument.site')}
      description={t('bulk.siteHint')}
      value={values.site}
      error={errors['site_id']}
      data={[
        { value: '', label: t('bulk.chooseSite') },
        ...sites.map(({ id, name }) => ({ value: id, label: name ?? '–' })),
      ]}
      onChange={(event) => set({ site: event.currentTarget.value, location: '' })}
    />
  )
}

function LocationField({ values, errors, set }: FieldProps) {
  const { sites, locations } = useWorkspace()
  const site = values.parts.includes('site') ? values.site : ''
  const places = locations.filter(({ site_id: of }) => site === '' || of === site)
  return (
    <NativeSelect
      aria-label={t('instrument.location')}
      value={values.location}
      error={errors['location_id']}
      data={[
        { value: '', label: t('instrument.noLocation') },
        ...places.map(({ id, name, site_id: of }) => ({
          value: id,
          label: site === '' ? `${nameOf(sites, of) ?? '–'} · ${name ?? '–'}` : (name ?? '–'),
        })),
      ]}
      onChange={(event) => set({ location: event.currentTarget.value })}
    />
  )
}

function ResponsibleField({ values, set }: FieldProps) {
  const people = useResponsibleOptions(values.responsible)
  return (
    <NativeSelect
      aria-label={t('instrument.responsible')}
      value={values.responsible}
      data={[{ value: '', label: t('instrument.noResponsible') }, ...people]}
      onChange={(event) => set({ responsible: event.currentTarget.value })}
    />
  )
}
