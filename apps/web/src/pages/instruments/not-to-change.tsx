import { t } from '../../base/messages.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { useWorkspace } from '../../state/workspace.ts'

/** Shown instead of a form that the user may not save, so that nobody fills it in for nothing. */
export function NotToChange({ title }: { title: string }) {
  const { workspaceId } = useWorkspace()
  return (
    <Page
      title={title}
      back={
        <LinkAnchor to="/w/$workspaceId/instruments" params={{ workspaceId }} size="sm">
          ← {t('nav.instruments')}
        </LinkAnchor>
      }
    >
      <EmptyState title={t('instruments.notToChange')} hint={t('instruments.notToChangeHint')} />
    </Page>
  )
}
