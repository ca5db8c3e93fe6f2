import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { roles, UserCreate, type Role } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { zoneName } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { SitesField } from '../../../components/form/sites-field.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { LastDayField, lastDayError } from '../last-day-field.tsx'
import { Section, Wide } from '../section.tsx'
import styles from '../settings-form.module.css'
import type { PersonFormValues } from './person-form-values.ts'

/** Names of a person's fields. */
export function personLabels(): Record<keyof PersonFormValues, string> {
  return {
    email: t('signIn.email'),
    name: t('personAct.name'),
    role: t('personAct.role'),
    site_ids: t('personAct.sites'),
    access_ends_at: t('personAct.lastDay'),
  }
}

interface PersonFormProps {
  values: PersonFormValues
  error: unknown
  busy: boolean
  /** Whether there is anything to send. */
  ready: boolean
  /** Whether the person is the only admin of the workspace. */
  isLastAdmin?: boolean
  /** The saved last day of access. */
  lastDayBefore?: string
  /** Hint about name and e-mail address. */
  identityHint: string
  submitLabel: string
  cancel: ReactNode
  onChange: (values: PersonFormValues) => void
  onSubmit: () => void
}

/** The form of a person: identity, role and sites. */
export function PersonForm({ values, error, onChange, onSubmit, ...form }: PersonFormProps) {
  const { lastDayBefore = '', isLastAdmin = false } = form
  const { workspace } = useWorkspace()
  const [tried, setTried] = useState(false)
  const mistakes = mistakesIn(values, lastDayBefore, workspace.timezone)
  const labels = personLabels()
  const errors = { ...fieldErrorsOf(error), ...(tried && mistakes) }
  const { text } = fieldsOf({ schema: UserCreate, values, errors, labels, onChange })
  const submit = () => {
    setTried(true)
    if (Object.keys(mistakes).length === 0) onSubmit()
  }
  return (
    <form onSubmit={submitting(submit)} noValidate className={styles.form}>
      <Stack gap="lg">
        <ErrorSummary error={error} labels={labels} fieldId={fieldId} />
        <Who text={text} hint={form.identityHint} />
        <Section title={t('personAct.rights')}>
          <RoleField {...text('role')} role={values.role} isLastAdmin={isLastAdmin} />
          {values.role === 'auditor' && <AccessEndField {...text('access_ends_at')} />}
          <Wide>
            <SitesField
              id={fieldId('site_ids')}
              label={labels.site_ids}
              disabled={isLastAdmin}
              allLabel={t('personAct.allSites')}
              value={values.site_ids}
              error={errors['site_ids']}
              onChange={(site_ids) => onChange({ ...values, site_ids })}
            />
          </Wide>
        </Section>
        <FormFoot cancel={form.cancel} submitLabel={form.submitLabel} busy={form.busy} ready={form.ready} />
      </Stack>
    </form>
  )
}

type TextField = ReturnType<typeof fieldsOf<PersonFormValues>>['text']

function Who({ text, hint }: { text: TextField; hint: string }) {
  return (
    <Section title={t('personAct.who')}>
      <TextInput
        {...text('name')}
        required
        autoComplete="off"
        description={t('personAct.nameHint')}
        inputWrapperOrder={BELOW}
      />
      <TextInput
        {...text('email')}
        required
        type="email"
        autoComplete="off"
        description={hint}
        inputWrapperOrder={BELOW}
      />
    </Section>
  )
}

function RoleField({
  role,
  isLastAdmin,
  ...field
}: ReturnType<TextField> & { role: Role; isLastAdmin: boolean }) {
  return (
    <Wide>
      <NativeSelect
        {...field}
        disabled={isLastAdmin}
        data={roles.map((one) => ({ value: one, label: t(`role.${one}`) }))}
        description={isLastAdmin ? t('personAct.lastAdmin') : roleHint(role)}
        inputWrapperOrder={BELOW}
      />
    </Wide>
  )
}

/** Returns a sentence about the permissions of a role. */
function roleHint(role: Role): string {
  return t(`roleHint.${role}`)
}

/** Returns the errors that can be found without the server, by field. */
function mistakesIn(values: PersonFormValues, lastDayBefore: string, zone: string): Record<string, string> {
  const { role, site_ids, access_ends_at: lastDay } = values
  const over = role === 'auditor' ? lastDayError(lastDay, lastDayBefore, zone) : undefined
  return {
    ...(site_ids?.length === 0 && { site_ids: t('sites.chooseOne') }),
    ...(over !== undefined && { access_ends_at: over }),
  }
}

/** The last day on which an auditor is let in. */
function AccessEndField(field: ReturnType<TextField>) {
  const { timezone: zone } = useWorkspace().workspace
  const hint = t('personAct.lastDayHint', { zone: zoneName(zone) })
  return <LastDayField {...field} zone={zone} hint={hint} />
}
