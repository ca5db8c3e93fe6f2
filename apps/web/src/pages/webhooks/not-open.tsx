import { t } from '../../base/messages.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'

/** Shown to users whose role may not manage webhooks. */
export function NotOpen() {
  return (
    <Page title={t('nav.webhooks')}>
      <EmptyState title={t('webhooks.notOpen')} hint={t('webhooks.notOpenHint')} />
    </Page>
  )
}
