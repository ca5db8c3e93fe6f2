import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MailProblem } from '@plumbline/contract'
import { formatInstant } from '../../../base/formats.ts'
import { t, tIfKnown } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Panel } from '../../../components/panel.tsx'
import { mailProblemsQuery } from '../../../queries/mail.ts'
import { useWorkspace } from '../../../state/workspace.ts'

/** Mails to members that the mail server refused, or that may not have arrived. */
export function MailProblems() {
  const { workspaceId, workspace } = useWorkspace()
  const { data, error } = useQuery(mailProblemsQuery(workspaceId))
  if (data?.data.length === 0) return null
  return (
    <Panel title={t('mail.problems')}>
      <DataTable
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
