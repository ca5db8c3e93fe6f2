import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { UserRead } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { LinkButton } from '../../../components/links.tsx'
import { Panel } from '../../../components/panel.tsx'
import { instrumentCountQuery } from '../../../queries/instruments.ts'
import { useWorkspace } from '../../../state/workspace.ts'

const BulkChangeDialog = lazy(async () => {
  const { BulkChangeDialog: dialog } = await import('../../../components/bulk-change/bulk-change-dialog.tsx')
  return { default: dialog }
})

/** How many instruments a person is responsible for; undefined until that is known. */
export function useResponsibilities({ id }: UserRead): number | undefined {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(instrumentCountQuery(workspaceId, { responsible_id: id }))
  return data?.pagination.total
}

/** The instruments for which a person is responsible, with the action to hand them over; nothing if there are none. */
export function ResponsibleFor({ user }: { user: UserRead }) {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const total = useResponsibilities(user) ?? 0
  /** How many were to be handed over as the dialog was opened. */
  const [handingOver, setHandingOver] = useState<number>()
  if (total === 0 && handingOver === undefined) return null
  return (
    <Panel title={t('personAct.responsibleFor')}>
      <Text size="sm">{t('personAct.responsibleForCount', { count: total })}</Text>
      {!user.is_active && (
        <Text size="sm" c="dimmed">
          {t('personAct.responsibleForLeft')}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        <LinkButton
          variant="default"
          to="/w/$workspaceId/instruments"
          params={{ workspaceId }}
          search={{ responsible: user.id } as never}
        >
          {t('personAct.showInstruments')}
        </LinkButton>
        <Button variant="default" onClick={() => setHandingOver(total)}>
          {t('personAct.handOver')}
        </Button>
      </Group>
      <Suspense fallback={null}>
        {handingOver !== undefined && (
          <BulkChangeDialog
            subject={{ filter: { responsible_id: user.id }, total: handingOver }}
            parts={['responsible']}
            onClose={() => setHandingOver(undefined)}
            onDone={() => void queries.invalidateQueries({ queryKey: [workspaceId, 'instruments'] })}
          />
        )}
      </Suspense>
    </Panel>
  )
}
