import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { approvalPolicies, type SchedulePreview as Preview, WorkspaceUpdate } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { DecisionRuleField } from '../../../components/decision-rule/decision-rule-field.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { EditConflict } from '../../../components/form/edit-conflict.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
import type { VersionedForm } from '../../../components/form/versioned-form.ts'
import { AppearanceBadge } from '../../../components/status/status-badge.tsx'
import { appearanceOf } from '../../../components/status/status-appearance.ts'
import { schedulePreviewQuery } from '../../../queries/settings.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { DiscardButton } from '../discard-button.tsx'
import { LaboratoryFields, StatementFields } from '../laboratory-fields.tsx'
import { PreviewPanel, TYPING_MS } from '../preview-panel.tsx'
import { Section, Wide } from '../section.tsx'
import { choiceWords, SettingFields } from '../setting-fields.tsx'
import { formSettings } from '../setting-values.ts'
import styles from '../settings-form.module.css'
import { ZoneField } from '../zone-field.tsx'
import { isZone } from '../zones.ts'
import { workspaceLabels } from './field-labels.ts'
import { LogoField } from './logo-field.tsx'
import type { WorkspaceFormValues } from './workspace-form-values.ts'

const NAME = 'accreditation_scope'

/** Matches the path of an error in a line: `accreditation_scope.2.from`. */
const OF_LINE = /^accreditation_scope\.(\d+)(?:\.(.+))?$/

const words = {
  nothing: 'preview.nothing',
  turned: 'preview.statuses',
  someOf: 'preview.someOf',
} as const

/** The settings of a workspace for those who change them. */
export function WorkspaceForm({
  form,
  changed,
}: {
  form: VersionedForm<WorkspaceFormValues>
  /** Whether there are unsaved changes. */
  changed: boolean
}) {
  const { values, change, error, overtaken } = form
  const errors = fieldErrorsOf(error)
  const labels = workspaceLabels()
  const fields = fieldsOf({ schema: WorkspaceUpdate, values, errors, labels, onChange: change })
  return (
    <form onSubmit={submitting(form.submit)} noValidate className={styles.form}>
      <Stack gap="lg">
        {overtaken ? (
          <EditConflict words={t('workspace.overtaken')} onTakeNewer={() => void form.takeNewer()} />
        ) : (
          <ErrorSummary
            error={error}
            labels={{ ...labels, ...scopeLabels(errors) }}
            fieldId={workspaceFieldId}
          />
        )}
        <General form={form} fields={fields} />
        <Records fields={fields} policy={values.approval_policy} />
        <Intervals fields={fields} />
        <LaboratoryFields among={formSettings} fields={fields}>
          <ScopeField
            value={values.accreditation_scope}
            errors={errors}
            onChange={(scope) => change({ ...values, accreditation_scope: scope })}
          />
          <Logo form={form} />
        </LaboratoryFields>
        <StatementFields text={fields.text}>
          <SettingFields of="certificates" among={formSettings} fields={fields} />
        </StatementFields>
        <FormFoot
          submitLabel={t('action.save')}
          busy={form.busy}
          ready={changed}
          cancel={<DiscardButton form={form} changed={changed} />}
        />
      </Stack>
    </form>
  )
}

/** Labels for the values of refused lines. */
function scopeLabels(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(errors).flatMap((name) => {
      const label = scopeFaultLabel(name)
      return label === undefined ? [] : [[name, label]]
    }),
  )
}

type Fields = ReturnType<typeof fieldsOf<WorkspaceFormValues>>

/** Its name, and what due dates and warnings follow, with what would move. */
function General({ form, fields }: { form: VersionedForm<WorkspaceFormValues>; fields: Fields }) {
  const { before, values, change } = form
  const { text } = fields
  return (
    <Section title={t('workspace.general')}>
      <Wide>
        <TextInput {...text('name')} required />
      </Wide>
      <ZoneField {...zoneOf(text('timezone'))} onChange={(timezone) => change({ ...values, timezone })} />
      <SettingFields of="general" among={formSettings} fields={fields} />
      <Wide>
        <PendingZone />
        <SchedulePreview before={before} values={values} />
      </Wide>
    </Section>
  )
}

/** The settings for the approval of records. */
function Records({ fields, policy }: { fields: Fields; policy: WorkspaceFormValues['approval_policy'] }) {
  const { text } = fields
  const { onChange: setRule, ...rule } = text('default_decision_rule')
  return (
    <Section title={t('workspace.records')}>
      <NativeSelect
        {...text('approval_policy')}
        data={approvalPolicies.map((value) => ({ value, label: choiceWords('approval_policy', value) }))}
        description={t(`approvalPolicyHint.${policy}`)}
        inputWrapperOrder={BELOW}
      />
      <DecisionRuleField
        {...rule}
        hint={t('workspaceFieldHint.default_decision_rule')}
        blank={t('decisionRule.none')}
        onChange={(value) => setRule({ currentTarget: { value } })}
      />
      <SettingFields of="records" among={formSettings} fields={fields} />
    </Section>
  )
}

/** What advice on intervals aims at. */
function Intervals({ fields }: { fields: Fields }) {
  return (
    <Section title={t('workspace.intervals')}>
      <SettingFields of="intervals" among={formSettings} fields={fields} />
    </Section>
  )
}

function Logo({ form: { values, change, error } }: { form: VersionedForm<WorkspaceFormValues> }) {
  return (
    <Wide>
      <LogoField
        id={fieldId('logo')}
        value={values.logo}
        error={fieldErrorsOf(error)['logo']}
        onChange={(logo) => change({ ...values, logo })}
      />
    </Wide>
  )
}

/** A zone field takes no event and no limit. */
function zoneOf({
  id,
  label,
  value,
  error,
}: {
  id: string
  label: string
  value: string
  error?: string | undefined
}) {
  return { id, label, value, error }
}

/** Says that due dates are still being brought to another zone. */
function PendingZone() {
  const { workspace } = useWorkspace()
  if (workspace.pending_timezone === null) return null
  return (
    <Text size="sm" mb="xs" role="status">
      {t('workspace.pendingZone', { zone: workspace.pending_timezone, present: workspace.timezone })}
    </Text>
  )
}

type Settings = Pick<WorkspaceFormValues, 'timezone' | 'warning_days'>

/** A preview of the effects of an entered time zone or warning period. */
function SchedulePreview({ before, values }: { before: Settings; values: Settings }) {
  const { workspaceId } = useWorkspace()
  const [wanted] = useDebouncedValue(changesOf(before, values), TYPING_MS)
  const asks = Object.keys(wanted).length > 0
  const asked = useQuery({ ...schedulePreviewQuery(workspaceId, wanted), enabled: asks })
  if (!asks || Object.keys(changesOf(before, values)).length === 0) return <div aria-live="polite" />
  return (
    <PreviewPanel
      asked={asked}
      words={words}
      turned={asked.data?.statuses_changed}
      stands={(reading) => <ReadingStatus reading={reading} />}
    />
  )
}

function ReadingStatus({ reading }: { reading: Preview['examples'][number]['current'] }) {
  const appearance = appearanceOf(reading.compliance_status)
  return appearance ? <AppearanceBadge appearance={appearance} /> : reading.compliance_status
}

/** Returns the changes that can be previewed: a valid time zone, and a numeric warning period. */
function changesOf(before: Settings, values: Settings): { timezone?: string; warning_days?: number } {
  const days = Number(values.warning_days)
  const hasDays = /^\d{1,4}$/.test(values.warning_days.trim()) && values.warning_days !== before.warning_days
  const hasZone = values.timezone !== before.timezone && isZone(values.timezone)
  return {
    ...(hasZone && { timezone: values.timezone }),
    ...(hasDays && { warning_days: days }),
  }
}

/** The lines of the scope of accreditation, to be typed or pasted. */
function ScopeField({
  value,
  errors,
  onChange,
}: {
  value: string
  /** Refusals by the names of fields. */
  errors: Readonly<Record<string, string>>
  onChange: (value: string) => void
}) {
  const faults = Object.entries(errors).filter(([name]) => name === NAME || OF_LINE.test(name))
  return (
    <Wide>
      <Textarea
        id={fieldId(NAME)}
        label={t('workspaceField.accreditation_scope')}
        description={t('workspaceFieldHint.accreditation_scope')}
        inputWrapperOrder={BELOW}
        autosize
        minRows={2}
        maxRows={16}
        value={value}
        error={faults.length === 0 ? undefined : faults.map(faultText).join(' ')}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Wide>
  )
}

function faultText([name, problem]: [name: string, problem: string]): string {
  const label = scopeFaultLabel(name)
  return label === undefined ? problem : `${label}: ${problem}`
}

/** The line and column that a refusal points to; undefined for those of other fields. */
function scopeFaultLabel(name: string): string | undefined {
  const [, index, column] = OF_LINE.exec(name) ?? []
  if (index === undefined) return undefined
  const line = t('scope.line', { number: String(Number(index) + 1) })
  return column === undefined ? line : `${line}, ${column}`
}

/** Returns the ID of a field's input; errors in lines belong to the text of the scope. */
function workspaceFieldId(name: string): string {
  return fieldId(OF_LINE.test(name) ? NAME : name)
}
