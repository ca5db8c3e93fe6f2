import { t } from '../../base/messages.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'

/** A page that a person reached by its address and whose role has no use for it. */
export function NotOffered({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState title={t('settingsPage.notOffered')} hint={t('settingsPage.notOfferedHint')} />
    </Page>
  )
}
