import { Checkbox, Group, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  instrumentText,
  intervalUnits,
  newStatuses,
  textsOfSection,
  type OptionalText,
  type TextSection,
} from '@plumbline/contract'
import { todayIn, zoneName } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { BELOW, type fieldsOf } from '../../components/form/form-fields.ts'
import { limitsOf } from '../../components/form/limits.ts'
import { statusWord } from '../../components/instrument-fields/instrument-words.ts'
import { isSuggested, SuggestedInput } from '../../components/instrument-fields/suggested-input.tsx'
import { useResponsibleOptions } from '../../components/instrument-fields/use-responsible-options.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './instrument-form.module.css'
import type { InstrumentFormValues } from './instrument-form-values.ts'
import { ToleranceMeaningText } from './tolerance-meaning.tsx'

/** Maximum number of digits of number fields. */
const NUMBER_LENGTH_MAX = 9

/** What each section of the form draws its fields from. */
export interface SectionProps {
  fields: ReturnType<typeof fieldsOf<InstrumentFormValues>>
  values: InstrumentFormValues
  /** Whether the instrument is new to the register. */
  isNew: boolean
}

/** Identity of the instrument. The tag of an existing instrument cannot be changed. */
export function Identity({ fields: { text }, isNew }: SectionProps) {
  return (
    <Section title={t('instrumentForm.identity')}>
      <TextInput {...text('asset_tag')} required disabled={!isNew} autoFocus={isNew} />
      <TextInput {...text('name')} required />
      <Texts of="identity" text={text} />
    </Section>
  )
}

/** Site and location; the locations depend on the site. */
export function SiteAndLocation({
  fields: { text },
  values,
  isNew,
  onSite,
}: SectionProps & { onSite: (siteId: string) => void }) {
  const { sites, locations } = useWorkspace()
  const places = locations.filter(({ site_id }) => values.site_id === '' || site_id === values.site_id)
  return (
    <Section title={t('instrumentForm.place')}>
      {sites.length > 0 && (
        <NativeSelect
          {...text('site_id')}
          onChange={(event) => onSite(event.currentTarget.value)}
          data={[
            ...(isNew ? [{ value: '', label: t('instrumentForm.defaultSite') }] : []),
            ...sites.map(({ id, name }) => ({ value: id, label: name ?? '–' })),
          ]}
        />
      )}
      <NativeSelect
        {...text('location_id')}
        data={[
          { value: '', label: t('instrument.noLocation') },
          ...places.map(({ id, name }) => ({ value: id, label: name ?? '–' })),
        ]}
      />
      <ResponsibleChoice {...text('responsible_id')} />
      <Texts of="place" text={text} />
    </Section>
  )
}

function ResponsibleChoice(field: ReturnType<SectionProps['fields']['text']>) {
  const people = useResponsibleOptions(field.value)
  return <NativeSelect {...field} data={[{ value: '', label: t('instrument.noResponsible') }, ...people]} />
}

/** Measurement and calibration settings. */
export function Measuring({ fields: { text, flag }, values }: SectionProps) {
  return (
    <Section title={t('instrumentForm.measuring')}>
      <Texts
        of="measuring"
        text={text}
        descriptions={{
          tolerance_spec: (
            <ToleranceMeaningText text={values.tolerance_spec} unitOfMeasure={values.unit_of_measure} />
          ),
        }}
      />
      <Checkbox {...flag('is_reference_standard')} mt="lg" description={t('instrumentForm.referenceHint')} />
    </Section>
  )
}

/** The texts of a section that an instrument may go without, as the contract's table orders them. */
export function Texts({
  of,
  text,
  descriptions = {},
}: {
  of: TextSection
  text: SectionProps['fields']['text']
  /** Descriptions of some of the fields. */
  descriptions?: Partial<Record<OptionalText, ReactNode>>
}) {
  return textsOfSection(of).map((name) => {
    const hint = descriptions[name] !== undefined && {
      description: descriptions[name],
      inputWrapperOrder: BELOW,
    }
    if (isSuggested(name)) {
      const manufacturer = text('manufacturer').value
      return <SuggestedInput key={name} of={name} manufacturer={manufacturer} {...text(name)} {...hint} />
    }
    return instrumentText(name).lines ? (
      <Textarea key={name} {...text(name)} {...hint} autosize minRows={3} maxRows={16} />
    ) : (
      <TextInput key={name} {...text(name)} {...hint} />
    )
  })
}

/** When it is due, and what its records ask for. */
export function Schedule({ fields: { text }, values, isNew, schema }: SectionProps & { schema: unknown }) {
  const { workspace, role } = useWorkspace()
  const interval = limitsOf(schema, 'calibration_interval_value')
  return (
    <Section title={t('instrumentForm.schedule')}>
      {isNew && (
        <NativeSelect
          {...text('status')}
          data={newStatuses.map((status) => ({ value: status, label: statusWord(status)! }))}
        />
      )}
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          {...text('calibration_interval_value')}
          required={values.status !== 'REFERENCE_ONLY'}
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
      {isNew && (
        <TextInput
          {...text('last_calibration_date')}
          type="date"
          max={todayIn(workspace.timezone)}
          description={t('instrumentForm.lastCalibrationHint', { zone: zoneName(workspace.timezone) })}
          inputWrapperOrder={BELOW}
        />
      )}
      <TextInput {...text('grace_days')} inputMode="numeric" placeholder="0" />
      <TextInput {...text('warning_days')} inputMode="numeric" placeholder={String(workspace.warning_days)} />
      {may.manage(role) && <SignatureChoice {...text('requires_electronic_signature_override')} />}
    </Section>
  )
}

function SignatureChoice(field: ReturnType<SectionProps['fields']['text']>) {
  const { workspace } = useWorkspace()
  const setting = t(workspace.requires_electronic_signature ? 'yesNo.yes' : 'yesNo.no')
  return (
    <NativeSelect
      {...field}
      data={[
        { value: '', label: t('instrumentForm.signatureDefault', { setting }) },
        { value: 'true', label: t('yesNo.yes') },
        { value: 'false', label: t('yesNo.no') },
      ]}
    />
  )
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
