import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { t } from '../../messages.ts'

/** Where the role does not manage webhooks. */
export function NotOpen() {
  return (
    <Page title={t('nav.webhooks')}>
      <EmptyState title={t('webhooks.notOpen')} hint={t('webhooks.notOpenHint')} />
    </Page>
  )
}
