import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { t } from '../../messages.ts'

/** A page that somebody reached by its address and whose role has no use for it. */
export function NotOffered({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState title={t('settings.notOffered')} hint={t('settings.notOfferedHint')} />
    </Page>
  )
}
