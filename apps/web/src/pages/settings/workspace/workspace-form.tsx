import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { approvalPolicies, certificatePapers, WorkspaceUpdate } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { Overtaken } from '../../../components/form/overtaken.tsx'
import type { VersionedForm } from '../../../components/form/versioned-form.ts'
import { languageName, t } from '../../../messages.ts'
import { useWorkspace } from '../../../workspace.ts'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { LaboratoryFields, StatementFields } from '../laboratory-fields.tsx'
import { Section, Wide } from '../section.tsx'
import styles from '../settings-form.module.css'
import { ZoneField } from '../zone-field.tsx'
import { workspaceLabels } from './field-labels.ts'
import { LogoField } from './logo-field.tsx'
import { SchedulePreview } from './schedule-preview.tsx'
import type { WorkspaceFormValues } from './workspace-form-values.ts'

/** Digits of the most warning days. */
const DAYS_LENGTH_MAX = 4

/** The settings of a workspace for those who change them. */
export function WorkspaceForm({
  form,
  changed,
}: {
  form: VersionedForm<WorkspaceFormValues>
  /** Whether anything differs from what was read. */
  changed: boolean
}) {
  const { values, change, error, overtaken } = form
  const errors = fieldErrorsOf(error)
  const { print_languages: printLanguages } = useWorkspace().workspace
  const labels = workspaceLabels()
  const { text, flag } = fieldsOf({ schema: WorkspaceUpdate, values, errors, labels, onChange: change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Stack gap="lg">
        {overtaken ? (
          <Overtaken words={t('workspace.overtaken')} onTakeNewer={() => void form.takeNewer()} />
        ) : (
          <ErrorSummary error={error} labels={labels} fieldId={fieldId} />
        )}
        <Section title={t('workspace.general')}>
          <Wide>
            <TextInput {...text('name')} required />
          </Wide>
          <ZoneField {...zoneOf(text('timezone'))} onChange={(timezone) => change({ ...values, timezone })} />
          <TextInput
            {...text('warning_days')}
            inputMode="numeric"
            maxLength={DAYS_LENGTH_MAX}
            description={t('workspace.warningDaysHint')}
            inputWrapperOrder={BELOW}
          />
          <Wide>
            <PendingZone />
            <SchedulePreview before={form.before} values={values} />
          </Wide>
        </Section>
        <Section title={t('workspace.records')}>
          <NativeSelect
            {...text('approval_policy')}
            data={approvalPolicies.map((value) => ({ value, label: t(`approvalPolicy.${value}`) }))}
            description={t(`approvalPolicyHint.${values.approval_policy}`)}
            inputWrapperOrder={BELOW}
          />
          <TextInput
            {...text('default_decision_rule')}
            description={t('workspace.decisionRuleHint')}
            inputWrapperOrder={BELOW}
          />
          <Wide>
            <Checkbox {...flag('requires_electronic_signature')} description={t('workspace.signatureHint')} />
          </Wide>
        </Section>
        <LaboratoryFields text={text}>
          <Wide>
            <LogoField
              id={fieldId('logo')}
              value={values.logo}
              error={errors['logo']}
              onChange={(logo) => change({ ...values, logo })}
            />
          </Wide>
        </LaboratoryFields>
        <StatementFields text={text}>
          <NativeSelect
            {...text('paper')}
            data={certificatePapers.map((value) => ({ value, label: t(`paper.${value}`) }))}
          />
          <NativeSelect
            {...text('language')}
            data={printLanguages.map((value) => ({ value, label: languageName(value) }))}
          />
          <Wide>
            <Checkbox {...flag('show_recommended_due_date')} description={t('workspace.recommendHint')} />
          </Wide>
        </StatementFields>
        <Group gap="xs" justify="flex-end" className={styles.foot}>
          <Button variant="default" onClick={form.reset} disabled={!changed}>
            {t('settings.discard')}
          </Button>
          <Button type="submit" loading={form.busy} disabled={!changed}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
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
