import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { WebhookRead } from '@plumbline/contract'
import { ApiFailure } from '../../api.ts'
import { InstantText } from '../../components/date-text.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { LookBadge } from '../../components/status/status-badge.tsx'
import { t } from '../../messages.ts'
import { disabledEntryQuery, webhookQuery } from '../../queries/webhooks.ts'
import { may } from '../../session.ts'
import { useWorkspace } from '../../workspace.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { eventWords } from './endpoint-dialog.tsx'
import { WebhookActs } from './webhook-acts.tsx'
import { endpointLook } from './webhook-looks.ts'
import styles from './webhook-page.module.css'
import { NotOpen } from './webhooks-page.tsx'

/** One endpoint: what it gets, whether it takes it, and what can be done about it. */
export function WebhookPage() {
  const { workspaceId, role } = useWorkspace()
  const { webhookId } = useParams({ from: '/w/$workspaceId/webhooks/$webhookId' })
  const isOpen = may.manage(role)
  const { data, error } = useQuery({ ...webhookQuery(workspaceId, webhookId), enabled: isOpen })
  if (!isOpen) return <NotOpen />
  if (error instanceof ApiFailure && (error.status === 404 || error.status === 422)) return <NotFoundPage />
  if (data === undefined) {
    return (
      <Page title={t('webhook.title')}>
        {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={10} />}
      </Page>
    )
  }
  return <Endpoint endpoint={data} />
}

function Endpoint({ endpoint }: { endpoint: WebhookRead }) {
  const { workspaceId } = useWorkspace()
  return (
    <Page
      title={hostOf(endpoint.url)}
      aside={<LookBadge look={endpointLook(endpoint)} />}
      subtitle={endpoint.description ?? endpoint.url}
      back={
        <LinkAnchor to="/w/$workspaceId/webhooks" params={{ workspaceId }} size="sm">
          ← {t('nav.webhooks')}
        </LinkAnchor>
      }
      actions={<WebhookActs endpoint={endpoint} />}
    >
      {!endpoint.is_active && <WhyOff endpoint={endpoint} />}
      <Panel title={t('webhook.endpoint')}>
        <dl className={styles.facts}>
          <dt>{t('webhook.url')}</dt>
          <dd className={styles.code}>{endpoint.url}</dd>
          <dt>{t('webhook.events')}</dt>
          <dd>{endpoint.events?.map(eventWords).join(', ') ?? t('webhook.allEvents')}</dd>
          <dt>{t('webhook.secret')}</dt>
          <dd className={styles.code}>{endpoint.secret_prefix}…</dd>
        </dl>
      </Panel>
      <DeliveryLog endpoint={endpoint} />
    </Page>
  )
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

/** By whom it was switched off, and why. */
function WhyOff({ endpoint }: { endpoint: WebhookRead }) {
  const { workspaceId } = useWorkspace()
  const { data: entry } = useQuery(disabledEntryQuery(workspaceId, endpoint.id))
  // An entry of an earlier time says nothing of this one.
  const byServer = entry !== undefined && entry !== null && entry.at === endpoint.disabled_at
  const given = byServer ? Number(entry.changes['exhausted_in_a_row']?.after ?? 0) : 0
  return (
    <div className={styles.notice}>
      <Notice
        tone={byServer ? 'bad' : 'warning'}
        title={byServer ? t('webhook.offByServer', { count: given }) : t('webhook.offByHand')}
      >
        <p className={styles.line}>{byServer ? t('webhook.offByServerHint') : t('webhook.offByHandHint')}</p>
        <InstantText at={endpoint.disabled_at} named />
      </Notice>
    </div>
  )
}
