import { Stack } from '@mantine/core'
import type { AppWebhook } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { InstantText } from '../../components/date-text.tsx'
import { sitesInWords } from '../../components/form/sites-field.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { AppearanceBadge } from '../../components/status/status-badge.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { HeldByPlan } from './held-by-plan.tsx'
import { ReceiverGuide } from './receiver-guide.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { countWords, endpointAppearance, eventWords } from './webhook-appearance.ts'
import styles from './webhook-page.module.css'
import { WithEndpoint } from './with-endpoint.tsx'

/** An endpoint with its deliveries and actions. */
export function WebhookPage() {
  return <WithEndpoint>{(endpoint) => <Endpoint endpoint={endpoint} />}</WithEndpoint>
}

function Endpoint({ endpoint }: { endpoint: AppWebhook }) {
  const { workspaceId } = useWorkspace()
  return (
    <Page
      title={hostOf(endpoint.url)}
      aside={<AppearanceBadge appearance={endpointAppearance(endpoint)} />}
      subtitle={endpoint.description ?? endpoint.url}
      back={
        <LinkAnchor to="/w/$workspaceId/webhooks" params={{ workspaceId }} size="sm">
          ← {t('nav.webhooks')}
        </LinkAnchor>
      }
      actions={<WebhookActions endpoint={endpoint} />}
    >
      <Stack gap="md">
        <HeldByPlan />
        {endpoint.is_active ? <AboutToBeOff endpoint={endpoint} /> : <WhyOff endpoint={endpoint} />}
        <EndpointPanel endpoint={endpoint} />
        <DeliveryLog endpoint={endpoint} />
      </Stack>
    </Page>
  )
}

/** The settings of an endpoint, and its delivery statistics. */
function EndpointPanel({ endpoint }: { endpoint: AppWebhook }) {
  const { sites } = useWorkspace()
  return (
    <Panel title={t('webhook.endpoint')}>
      <dl className={styles.facts}>
        <dt>{t('webhook.url')}</dt>
        <dd className={styles.code}>{endpoint.url}</dd>
        <dt>{t('webhook.events')}</dt>
        <dd>{endpoint.events?.map(eventWords).join(', ') ?? t('webhook.allEvents')}</dd>
        <dt>{t('personAct.sites')}</dt>
        <dd>{sitesInWords(endpoint.site_ids, sites)}</dd>
        <dt>{t('webhook.secret')}</dt>
        <dd className={styles.code}>{endpoint.secret_prefix}…</dd>
        <dt>{t('webhook.lastSuccess')}</dt>
        <dd>
          {endpoint.last_succeeded_at === null ? (
            t('webhook.neverArrived')
          ) : (
            <InstantText at={endpoint.last_succeeded_at} relative />
          )}
        </dd>
        <dt>{t('webhook.openDeliveries')}</dt>
        <dd>{countWords(endpoint.open_deliveries)}</dd>
      </dl>
      <details className={styles.help}>
        <summary>{t('webhook.howToVerify')}</summary>
        <ReceiverGuide />
      </details>
    </Panel>
  )
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

/** How far it is from being switched off, once deliveries fail permanently one after another. */
function AboutToBeOff({ endpoint }: { endpoint: AppWebhook }) {
  const { exhausted_in_a_row: count } = endpoint
  if (count === 0) return null
  return (
    <Notice tone="warning" title={t('webhook.aboutToBeOff', { count })}>
      {t('webhook.aboutToBeOffHint')}
    </Notice>
  )
}

/** Shows who disabled the webhook, and why. */
function WhyOff({ endpoint }: { endpoint: AppWebhook }) {
  const { switched_off_after: given } = endpoint
  const byServer = given !== null
  return (
    <Notice
      tone={byServer ? 'bad' : 'warning'}
      title={byServer ? t('webhook.offByServer', { count: given }) : t('webhook.offByHand')}
    >
      <p className={styles.line}>{byServer ? t('webhook.offByServerHint') : t('webhook.offByHandHint')}</p>
      <InstantText at={endpoint.disabled_at} named />
    </Notice>
  )
}
