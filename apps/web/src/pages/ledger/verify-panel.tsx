import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LedgerVerification } from '@plumbline/contract'
import { formatCount, formatInstant } from '../../base/formats.ts'
import { t, tIfKnown } from '../../base/messages.ts'
import { SubjectLink } from '../../components/activity/subject-link.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { verificationQuery } from '../../queries/ledger.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './ledger-page.module.css'

/** Computes the ledger again: progress while it runs, then a plain verdict. It goes on when the page is left. */
export function VerifyPanel() {
  const open = useWorkspace()
  const { workspaceId, api } = open
  const queries = useQueryClient()
  const { queryKey } = verificationQuery(workspaceId)
  const { data: latest, error } = useQuery(verificationQuery(workspaceId))
  const { busy, error: refused, attempt } = useAttempt()
  const start = () =>
    attempt(async () => {
      queries.setQueryData(queryKey, await api.startLedgerVerification())
      await queries.invalidateQueries({ queryKey: [workspaceId, 'ledger', 'checkpoint'] })
    })
  const isRunning = latest?.state === 'running'
  return (
    <Panel title={t('verify.title')}>
      <Text size="sm" mb="sm">
        {t('verify.explanation')}
      </Text>
      <ErrorSummary error={refused ?? error} />
      <div role="status" className={styles.verdict}>
        {latest === null && <Text size="sm">{t('verify.never')}</Text>}
        {latest && <Verdict latest={latest} />}
      </div>
      {may.verify(open) && !isRunning && (
        <Button loading={busy} onClick={() => void start()}>
          {latest ? t('verify.again') : t('verify.act')}
        </Button>
      )}
    </Panel>
  )
}

function Verdict({ latest }: { latest: LedgerVerification }) {
  const { entries_done: done, entries_total: total } = latest
  if (latest.state === 'running') return <Running done={done} total={total} startedBy={latest.started_by} />
  const when = (
    <>
      <InstantText at={latest.finished_at ?? latest.started_at} named /> · {latest.started_by}
    </>
  )
  if (latest.state === 'holds') {
    return (
      <Notice tone="good" title={t('verify.holds', { count: done })}>
        <p className={styles.line}>{t('verify.rows', { count: latest.rows_compared ?? 0 })}</p>
        {when}
      </Notice>
    )
  }
  if (latest.state === 'failed') {
    return (
      <Notice tone="warning" title={t('verify.failed')}>
        <p className={styles.line}>{t('verify.failedHint')}</p>
        {when}
      </Notice>
    )
  }
  return <Differs latest={latest} when={when} />
}

function Differs({ latest, when }: { latest: LedgerVerification; when: ReactNode }) {
  const { entries_done: done, entries_total: total, first_difference: first } = latest
  return (
    <Notice tone="bad" title={t('verify.differs')}>
      <FirstDifference first={first} />
      {done < total && <p className={styles.line}>{t('verify.stopped')}</p>}
      {latest.differences !== null && latest.differences > 1 && (
        <p className={styles.line}>{t('verify.more', { count: latest.differences - 1 })}</p>
      )}
      <p className={styles.line}>{t('verify.differsHint')}</p>
      {when}
      {first?.says && (
        <details className={styles.detail}>
          <summary>{t('verify.detail')}</summary>
          <span lang="en">{first.says}</span>
        </details>
      )}
    </Notice>
  )
}

/** The first faulty entry, its kind and its subject. */
function FirstDifference({ first }: { first: LedgerVerification['first_difference'] }) {
  const { workspace } = useWorkspace()
  if (first === null) return null
  const { index, entry, says } = first
  const values = { index: formatCount(index ?? 0) }
  const words = index === null ? t('verify.noEntry') : t(entry ? 'verify.place' : 'verify.placeAlone', values)
  return (
    <p className={styles.line}>
      {words}
      {entry && (
        <>
          {' '}
          <strong>{tIfKnown(`activity.${entry.kind}`) ?? entry.kind}</strong>,{' '}
          <SubjectLink subject={entry.subject} />, {formatInstant(entry.at, workspace.timezone)}.
        </>
      )}
      {says === null && ` ${t('verify.differsHidden')}`}
    </p>
  )
}

function Running({ done, total, startedBy }: { done: number; total: number; startedBy: string }) {
  const words =
    done < total
      ? t('verify.running', { done: formatCount(done), total: formatCount(total) })
      : t('verify.comparing')
  return (
    <>
      <progress
        className={styles.progress}
        max={Math.max(1, total)}
        value={done}
        aria-label={t('verify.progress')}
      />
      <Text size="sm">{words}</Text>
      <Text size="sm" c="dimmed">
        {t('verify.leave', { name: startedBy })}
      </Text>
    </>
  )
}
