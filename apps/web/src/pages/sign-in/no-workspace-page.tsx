import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../base/messages.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { signOut } from '../../state/session.ts'

/** Shown to signed-in users who are not a member of any workspace. */
export function NoWorkspacePage() {
  const navigate = useNavigate()
  return (
    <main>
      <EmptyState
        isPage
        title={t('noWorkspace.title')}
        hint={t('noWorkspace.hint')}
        action={
          <Button variant="default" onClick={() => void signOut().then(() => navigate({ to: '/sign-in' }))}>
            {t('action.signOut')}
          </Button>
        }
      />
    </main>
  )
}
