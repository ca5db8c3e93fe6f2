import { t } from '../base/messages.ts'
import { EmptyState } from './empty-state.tsx'
import { LinkButton } from './links.tsx'

/** Shown for URLs that do not exist, or that the user may not see. */
export function NotFoundPage() {
  return (
    <EmptyState
      isPage
      title={t('notFound.title')}
      hint={t('notFound.hint')}
      action={<LinkButton to="/">{t('notFound.home')}</LinkButton>}
    />
  )
}
