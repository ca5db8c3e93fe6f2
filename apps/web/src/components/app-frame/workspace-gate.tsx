import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLoaderData, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { ACCESS_ENDED_EVENT, type AccessEnd, type ApiFailure } from '../../api/index.ts'
import { formatInstant, zoneName } from '../../base/formats.ts'
import { currentLocale, t } from '../../base/messages.ts'
import { sessionQuery, signOut } from '../../state/session.ts'
import { LinkAnchor } from '../links.tsx'
import { AppFrame } from './app-frame.tsx'

/** Shows the pages of a workspace, or a notice if an auditor's access has ended. */
export function WorkspaceGate() {
  const { workspaceId } = useParams({ from: '/w/$workspaceId' })
  const { ended: onArrival } = useLoaderData({ from: '/w/$workspaceId' })
  const [underway, forget] = useRefusal(workspaceId)
  const queries = useQueryClient()
  const router = useRouter()
  const failure = onArrival ?? underway
  if (failure === undefined) return <AppFrame />
  const tryAgain = async () => {
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    queries.removeQueries({ queryKey: [workspaceId] })
    await router.invalidate()
    forget()
  }
  return <AccessEndedPage failure={failure} onTryAgain={() => void tryAgain()} />
}

/** Returns the refusal that any request has received because access has ended. */
function useRefusal(workspaceId: string): [ApiFailure | undefined, () => void] {
  const [refused, setRefused] = useState<AccessEnd>()
  useEffect(() => {
    const onEnd = (event: Event) => setRefused((event as CustomEvent<AccessEnd>).detail)
    addEventListener(ACCESS_ENDED_EVENT, onEnd)
    return () => removeEventListener(ACCESS_ENDED_EVENT, onEnd)
  }, [])
  return [refused?.workspaceId === workspaceId ? refused.failure : undefined, () => setRefused(undefined)]
}

/** Details of the refusal. */
interface EndedAccess {
  ended_at?: string
  timezone?: string
  workspace?: string
  admins?: string[]
}

/** Shown instead of the pages of a workspace after an auditor's access has ended: when it ended, and whom to contact. */
function AccessEndedPage({ failure, onTryAgain }: { failure: ApiFailure; onTryAgain: () => void }) {
  const navigate = useNavigate()
  const { ended_at: endedAt, timezone, workspace = '', admins = [] } = failure.details as EndedAccess
  const title = t('accessEnded.title')
  useEffect(() => {
    document.title = `${title} · Plumbline`
  }, [title])
  return (
    <main>
      <Stack p="xl" maw={640} mx="auto" mt={48} gap="sm" role="alert">
        <Title order={1}>{title}</Title>
        <Text>
          {endedAt !== undefined && timezone !== undefined
            ? t('accessEnded.since', {
                workspace,
                at: formatInstant(endedAt, timezone),
                zone: zoneName(timezone, endedAt),
              })
            : failure.message}
        </Text>
        <Text>
          {admins.length === 0
            ? t('accessEnded.askAnAdmin')
            : t('accessEnded.ask', {
                names: new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(admins),
              })}
        </Text>
        <OtherWorkspaces />
        <Group gap="xs" mt="sm">
          <Button onClick={onTryAgain}>{t('action.tryAgain')}</Button>
          <Button variant="default" onClick={() => void signOut().then(() => navigate({ to: '/sign-in' }))}>
            {t('action.signOut')}
          </Button>
        </Group>
      </Stack>
    </main>
  )
}

/** Links to the workspaces that the user can still access. */
function OtherWorkspaces() {
  const { workspaceId } = useParams({ strict: false })
  const { data: session } = useQuery(sessionQuery)
  const others = (session?.memberships ?? []).filter(({ workspace_id: id }) => id !== workspaceId)
  if (others.length === 0) return null
  return (
    <Text>
      {t('accessEnded.others')}{' '}
      {others.map(({ workspace_id: id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <LinkAnchor to="/w/$workspaceId" params={{ workspaceId: id }} reloadDocument>
            {name}
          </LinkAnchor>
        </span>
      ))}
    </Text>
  )
}
