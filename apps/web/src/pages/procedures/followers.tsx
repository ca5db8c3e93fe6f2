import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { ProcedureFollowers } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { procedureFollowersQuery } from '../../queries/procedures.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** The instruments that follow a procedure, and from when its latest revision applies to them. */
export function FollowersPanel({ procedureId }: { procedureId: string }) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(procedureFollowersQuery(workspaceId, procedureId))
  return (
    <Panel title={t('procedure.followers')}>
      {error && <ErrorSummary error={error} />}
      {data && (
        <>
          <Followers followers={data} />
          <Text size="sm" c="dimmed" mt={6}>
            {t('procedure.holdsFrom')}
          </Text>
        </>
      )}
    </Panel>
  )
}

/** Before a release: the instruments that it affects. */
export function ReachedByRelease({ procedureId }: { procedureId: string }) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(procedureFollowersQuery(workspaceId, procedureId))
  return data ? <Followers followers={data} /> : null
}

function Followers({ followers: { total, overridden, instruments } }: { followers: ProcedureFollowers }) {
  const { workspaceId } = useWorkspace()
  if (total === 0) return <Text size="sm">{t('procedure.noFollowers')}</Text>
  const more = total - instruments.length
  return (
    <>
      <Text size="sm" fw={600}>
        {t('procedure.reaches', { count: total })}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {instruments.map(({ id, asset_tag: tag }, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <LinkAnchor
              to="/w/$workspaceId/instruments/$instrumentId"
              params={{ workspaceId, instrumentId: id }}
              size="sm"
            >
              {tag ?? '–'}
            </LinkAnchor>
          </Fragment>
        ))}
        {more > 0 && ` ${t('procedure.moreFollowers', { count: more })}`}
      </Text>
      {overridden > 0 && <Text size="sm">{t('procedure.withOwnPoints', { count: overridden })}</Text>}
    </>
  )
}
