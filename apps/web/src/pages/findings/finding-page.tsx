import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { FindingDetail } from '@plumbline/contract'
import { isNotThere } from '../../api/index.ts'
import { formatInstant } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FindingBadge } from '../../components/finding/finding-badge.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { findingQuery } from '../../queries/findings.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { CloseDialog } from './close-dialog.tsx'
import { FollowUp } from './follow-up.tsx'
import { FoundPanel } from './found-panel.tsx'
import styles from './finding-page.module.css'
import { Notes } from './notes.tsx'
import { TouchedPanel } from './touched-panel.tsx'

/** One finding: what was found, what it touched and how that was judged, and how it ends. */
export function FindingPage() {
  const { workspaceId } = useWorkspace()
  const { findingId } = useParams({ from: '/w/$workspaceId/findings/$findingId' })
  const { data, error } = useQuery(findingQuery(workspaceId, findingId))
  if (isNotThere(error)) return <NotFoundPage />
  if (data === undefined) {
    return (
      <Page title={t('finding.title')}>
        {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={10} />}
      </Page>
    )
  }
  return <Finding key={findingId} finding={data} />
}

function Finding({ finding }: { finding: FindingDetail }) {
  const { workspaceId, role } = useWorkspace()
  const mayAct = may.manage(role) && finding.status === 'open'
  const { asset_tag: tag, name } = finding.instrument
  return (
    <Page
      wide
      title={t('finding.of', { tag: tag ?? name ?? '–' })}
      aside={<FindingBadge status={finding.status} />}
      subtitle={name ?? ''}
      back={
        <LinkAnchor to="/w/$workspaceId/findings" params={{ workspaceId }} size="sm">
          ← {t('nav.findings')}
        </LinkAnchor>
      }
      actions={mayAct && <CloseAct finding={finding} />}
    >
      <Ended finding={finding} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <FoundPanel finding={finding} />
          <TouchedPanel finding={finding} mayAct={mayAct} />
        </div>
        <div className={styles.side}>
          <FollowUp finding={finding} mayAct={mayAct} />
          <Notes finding={finding} mayAct={mayAct} />
        </div>
      </div>
    </Page>
  )
}

function CloseAct({ finding }: { finding: FindingDetail }) {
  const [asking, setAsking] = useState(false)
  const { unjudged } = finding.touched
  return (
    <>
      <Button
        disabled={unjudged > 0}
        title={unjudged > 0 ? t('finding.judgeFirst', { count: unjudged }) : undefined}
        leftSection={<Icon name="approvals" size={18} />}
        onClick={() => setAsking(true)}
      >
        {t('finding.close')}
      </Button>
      {asking && <CloseDialog finding={finding} onClose={() => setAsking(false)} />}
    </>
  )
}

/** By whom and why it was closed, with what was signed. */
function Ended({ finding }: { finding: FindingDetail }) {
  const { workspace } = useWorkspace()
  if (finding.closed_at === null || finding.closed_because === null) return null
  const signed = { name: finding.closed_by ?? '–', at: formatInstant(finding.closed_at, workspace.timezone) }
  return (
    <div className={styles.notices}>
      <Notice tone="neutral" title={t(`finding.ended.${finding.closed_because}`, signed)}>
        {finding.conclusion}
        {finding.signature_meaning !== null && (
          <div>{t('finding.signedAs', { meaning: finding.signature_meaning })}</div>
        )}
      </Notice>
    </div>
  )
}
