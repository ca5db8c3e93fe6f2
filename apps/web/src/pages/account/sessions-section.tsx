import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSession } from '@plumbline/contract'
import { ownAccountApi } from '../../api/index.ts'
import { relativeInstant } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast.tsx'
import { mySessionsQuery } from '../../queries/account.ts'
import { deviceOf } from './device.ts'
import styles from './account-page.module.css'
import { instantIn, useZone } from './own-zone.ts'

/** A session to be ended, or all the others. */
type Ending = OwnSession | 'others'

/** Where one is signed in, and the way to end that elsewhere. */
export function SessionsSection() {
  const { data: sessions, error } = useQuery(mySessionsQuery)
  const [ending, setEnding] = useState<Ending>()
  const end = useEndOfSessions()
  const others = (sessions ?? []).filter(({ is_current }) => !is_current)
  return (
    <Panel
      title={t('account.sessions')}
      actions={
        others.length > 0 && (
          <Button variant="default" size="sm" onClick={() => setEnding('others')}>
            {t('account.sessions.endOthers')}
          </Button>
        )
      }
    >
      <ErrorSummary error={error} />
      {sessions === undefined && !error && <DelayedSkeleton />}
      <ul className={styles.sessions}>
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {sessions !== undefined && others.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('account.sessions.noOthers')}
        </Text>
      )}
      <EndDialog
        ending={ending}
        count={others.length}
        onClose={() => setEnding(undefined)}
        onConfirm={() => end(ending)}
      />
    </Panel>
  )
}

/** Ends one session, or every one but this. */
function useEndOfSessions() {
  const queries = useQueryClient()
  return async (ending: Ending | undefined) => {
    if (ending === 'others') {
      const { ended_sessions: count } = await ownAccountApi.endOtherSessions()
      showToast(t('account.sessions.othersEnded', { count }))
    } else if (ending !== undefined) {
      await ownAccountApi.endOwnSession({ params: { session_id: ending.id } })
      showToast(t('account.sessions.ended', { device: deviceWords(ending.user_agent) }))
    }
    await queries.invalidateQueries(mySessionsQuery)
  }
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const device = deviceWords(session.user_agent)
  const zone = useZone()
  return (
    <li>
      <div>
        <Text fw={600}>
          {device}
          {session.is_current && (
            <Text span size="sm" c="dimmed" fw={500}>
              {' · '}
              {t('account.sessions.thisOne')}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {t('account.sessions.lastUsed')}{' '}
          <time dateTime={session.last_used_at} title={instantIn(zone, session.last_used_at)}>
            {relativeInstant(session.last_used_at)}
          </time>
          {session.ip_address !== null && ` · ${t('account.sessions.from', { address: session.ip_address })}`}
        </Text>
        <Text size="sm" c="dimmed">
          {t('account.sessions.begun', { at: instantIn(zone, session.created_at) })}
        </Text>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          size="sm"
          aria-label={t('account.sessions.endNamed', { device })}
          onClick={onEnd}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  )
}

function EndDialog({
  ending,
  count,
  onClose,
  onConfirm,
}: {
  ending: Ending | undefined
  count: number
  onClose: () => void
  onConfirm: () => Promise<void>
}) {
  const all = ending === 'others'
  return (
    <FinalActionDialog
      opened={ending !== undefined}
      onClose={onClose}
      title={all ? t('account.sessions.endOthers') : t('account.sessions.end')}
      object={all ? t('account.sessions.countOfOthers', { count }) : deviceWords(ending?.user_agent ?? null)}
      consequence={t('account.sessions.endHint')}
      verb={all ? t('account.sessions.endOthers') : t('account.sessions.end')}
      onConfirm={onConfirm}
    />
  )
}

function deviceWords(userAgent: string | null): string {
  const { program, system } = deviceOf(userAgent)
  if (program !== undefined && system !== undefined) return t('account.sessions.device', { program, system })
  return program ?? system ?? t('account.sessions.unknownDevice')
}
