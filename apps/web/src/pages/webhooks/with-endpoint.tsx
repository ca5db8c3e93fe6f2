import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AppWebhook } from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { webhookQuery } from '../../queries/webhooks.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { NotOpen } from './not-open.tsx'

/** A page of the endpoint that the address names, for those who manage webhooks. */
export function WithEndpoint({ children }: { children: (endpoint: AppWebhook) => ReactNode }) {
  const { workspaceId, role } = useWorkspace()
  const { webhookId = '' } = useParams({ strict: false })
  const isOpen = may.manage(role)
  const { data, error } = useQuery({ ...webhookQuery(workspaceId, webhookId), enabled: isOpen })
  if (!isOpen) return <NotOpen />
  if (isNotFound(error)) return <NotFoundPage />
  if (data === undefined) return <Awaited title={t('webhook.title')} error={error} />
  return children(data.body)
}

/** A page whose data is on its way, or did not come. */
export function Awaited({ title, error }: { title: string; error: unknown }) {
  return <Page title={title}>{error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={10} />}</Page>
}
