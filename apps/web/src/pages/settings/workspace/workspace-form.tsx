import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { approvalPolicies, certificatePapers, WorkspaceUpdate } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api.ts'
import { DecisionRuleField } from '../../../components/decision-rule/decision-rule-field.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { Overtaken } from '../../../components/form/overtaken.tsx'
import type { VersionedForm } from '../../../components/form/versioned-form.ts'
import { languageName, t } from '../../../messages.ts'
import { useWorkspace } from '../../../workspace.ts'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
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
  return (
    <form onSubmit={submitting(form.submit)} noValidate className={styles.form}>
      <Stack gap="lg">
        {overtaken ? (
          <Overtaken words={t('workspace.overtaken')} onTakeNewer={() => void form.takeNewer()} />
        ) : (
          <ErrorSummary error={error} labels={labels} fieldId={fieldId} />
        )}
        <General form={form} text={text} />
        <Records text={text} flag={flag} policy={values.approval_policy} />
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
        <FormFoot
          submitLabel={t('action.save')}
          busy={form.busy}
          ready={changed}
          cancel={
            <Button variant="default" onClick={form.reset} disabled={!changed}>
              {t('settings.discard')}
            </Button>
          }
        />
      </Stack>
    </form>
  )
}

type Fields = ReturnType<typeof fieldsOf<WorkspaceFormValues>>

/** Its name, and what due dates and warnings follow, with what would move. */
function General({ form, text }: { form: VersionedForm<WorkspaceFormValues>; text: Fields['text'] }) {
  const { before, values, change } = form
  return (
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
        <SchedulePreview before={before} values={values} />
      </Wide>
    </Section>
  )
}

/** How records come to hold. */
function Records({ text, flag, policy }: Fields & { policy: WorkspaceFormValues['approval_policy'] }) {
  const { onChange: setRule, ...rule } = text('default_decision_rule')
  return (
    <Section title={t('workspace.records')}>
      <NativeSelect
        {...text('approval_policy')}
        data={approvalPolicies.map((value) => ({ value, label: t(`approvalPolicy.${value}`) }))}
        description={t(`approvalPolicyHint.${policy}`)}
        inputWrapperOrder={BELOW}
      />
      <DecisionRuleField
        {...rule}
        hint={t('workspace.decisionRuleHint')}
        blank={t('decisionRule.none')}
        onChange={(value) => setRule({ currentTarget: { value } })}
      />
      <Wide>
        <Checkbox {...flag('requires_electronic_signature')} description={t('workspace.signatureHint')} />
      </Wide>
    </Section>
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
