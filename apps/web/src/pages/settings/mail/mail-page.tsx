import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type MailProblem, type MailResult, type MailSettings, MailSettingsUpdate } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { formatInstant } from '../../../base/formats.ts'
import { currentLanguage, t, tIfKnown } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { submitting, useAttempt } from '../../../components/form/use-attempt.ts'
import { MailOutcome } from '../../../components/mail-outcome.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast.tsx'
import { mailProblemsQuery, mailQuery } from '../../../queries/mail.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { Facts } from '../facts.tsx'
import { NotOffered } from '../not-offered.tsx'
import { Section } from '../section.tsx'
import styles from '../settings-form.module.css'

/** Whether e-mail is sent, who it comes from, and a message to try it. */
export function MailPage() {
  return may.administer(useWorkspace()) ? <Mail /> : <NotOffered title={t('settings.mail')} />
}

function Mail() {
  const { workspaceId, api } = useWorkspace()
  const { data, error } = useQuery(mailQuery(workspaceId))
  const test = useAttempt()
  const [result, setResult] = useState<MailResult>()
  const sendTest = () =>
    test.attempt(async () => {
      setResult(undefined)
      setResult(await api.sendTestMail({ body: { language: currentLanguage() } }))
    })
  return (
    <Page
      title={t('settings.mail')}
      subtitle={t('mail.what')}
      actions={
        data?.is_set_up && (
          <Button loading={test.busy} onClick={() => void sendTest()}>
            {t('mail.test')}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <ErrorSummary error={test.error ?? error} />
        {result && <MailOutcome result={result} />}
        {data === undefined && !error && <DelayedSkeleton lines={6} />}
        {data && <Server settings={data} />}
        {data && <SenderForm key={`${data.sender_name}/${data.reply_to}`} settings={data} />}
        <MailProblems />
      </Stack>
    </Page>
  )
}

function Server({ settings }: { settings: MailSettings }) {
  if (!settings.is_set_up) {
    return (
      <Notice tone="warning" title={t('mail.none')}>
        <Text size="sm">{t('mail.noneHint')}</Text>
      </Notice>
    )
  }
  return (
    <Facts
      title={t('mail.server')}
      facts={[
        [t('mail.host'), settings.server],
        [t('mail.from'), settings.from],
      ]}
    />
  )
}

function SenderForm({ settings }: { settings: MailSettings }) {
  const { workspaceId, workspace, api } = useWorkspace()
  const client = useQueryClient()
  const before = { sender_name: settings.sender_name ?? '', reply_to: settings.reply_to ?? '' }
  const [values, change] = useState(before)
  const { busy, error, attempt } = useAttempt()
  const labels = { sender_name: t('mail.senderName'), reply_to: t('mail.replyTo') }
  const { text } = fieldsOf({
    schema: MailSettingsUpdate,
    values,
    errors: fieldErrorsOf(error),
    labels,
    onChange: change,
  })
  const changed = values.sender_name !== before.sender_name || values.reply_to !== before.reply_to
  const submit = () =>
    attempt(async () => {
      const body = {
        sender_name: values.sender_name.trim() || null,
        reply_to: values.reply_to.trim() || null,
      }
      const saved = await api.updateMailSettings({ body })
      client.setQueryData(mailQuery(workspaceId).queryKey, saved)
      showToast(t('settingsPage.saved'))
    })
  return (
    <form onSubmit={submitting(submit)} noValidate className={styles.form}>
      <LeaveGuard when={() => changed && !busy} />
      <Stack gap="lg">
        <ErrorSummary error={error} labels={labels} fieldId={fieldId} />
        <Section title={t('mail.sender')}>
          <TextInput
            {...text('sender_name')}
            placeholder={workspace.name}
            autoComplete="off"
            description={t('mail.senderNameHint')}
            inputWrapperOrder={BELOW}
          />
          <TextInput
            {...text('reply_to')}
            type="email"
            autoComplete="off"
            description={t('mail.replyToHint')}
            inputWrapperOrder={BELOW}
          />
        </Section>
        <FormFoot submitLabel={t('action.save')} busy={busy} ready={changed} cancel={null} />
      </Stack>
    </form>
  )
}

/** Mails to members that the mail server refused, or that may not have arrived. */
function MailProblems() {
  const { workspaceId, workspace } = useWorkspace()
  const { data, error } = useQuery(mailProblemsQuery(workspaceId))
  if (data?.data.length === 0) return null
  return (
    <Panel title={t('mail.problems')}>
      <DataTable
        stacks
        caption={t('mail.problems')}
        columns={columns(workspace.timezone)}
        rows={data?.data}
        error={error ?? undefined}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('mail.problems')} />}
      />
    </Panel>
  )
}

function columns(zone: string): Column<MailProblem>[] {
  return [
    {
      key: 'person',
      label: t('mail.person'),
      fixed: true,
      render: ({ name, address }) => (
        <>
          {name}
          <Text size="sm" c="dimmed">
            {address}
          </Text>
        </>
      ),
    },
    {
      key: 'kind',
      label: t('mail.about'),
      render: ({ kind }) => tIfKnown(`notificationKind.${kind}`) ?? kind,
    },
    {
      key: 'state',
      label: t('mail.outcome'),
      wraps: true,
      render: ({ state, fault, detail }) => (
        <>
          {fault === null ? t(`mailProblem.${state}`) : t(`mailFault.${fault}`)}
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        </>
      ),
    },
    { key: 'at', label: t('mail.at'), render: ({ at }) => formatInstant(at, zone) },
  ]
}
