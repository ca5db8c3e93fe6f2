import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { ApiFailure, workspaceApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { drafts } from '../../state/drafts/record-draft.ts'
import { may, sessionQuery } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Icon } from '../icons.tsx'
import { laterPart } from '../later-part.ts'
import { LinkAnchor } from '../links.tsx'
import { showToast } from '../toast.tsx'
import styles from './sample-bar.module.css'

const FinalActionDialog = laterPart(() => import('../final-action-dialog.tsx'), 'FinalActionDialog')

/** Marks every page of sample data, with links to the user's own workspace and to remove the sample data. */
export function SampleBar() {
  const { workspace, session } = useWorkspace()
  const [opened, setOpened] = useState(false)
  const real = session.memberships.find((one) => one.workspace_id === workspace.sample_of)
  const takeOut = useTakeOut()
  if (workspace.sample_of === null) return null
  return (
    <section className={styles.bar} aria-label={t('sample.label')}>
      <Icon name="history" size={18} />
      <span>{t('sample.here')}</span>
      {real && (
        <LinkAnchor
          to="/w/$workspaceId/today"
          params={{ workspaceId: real.workspace_id }}
          search={{ site: undefined }}
          className={styles.action}
        >
          {t('sample.back', { name: real.name })}
        </LinkAnchor>
      )}
      {real && may.manage(real.role) && (
        <>
          <button type="button" className={styles.action} onClick={() => setOpened(true)}>
            {t('sample.takeOut')}
          </button>
          <Suspense fallback={null}>
            {opened && (
              <FinalActionDialog
                opened
                onClose={() => setOpened(false)}
                title={t('sample.takeOutTitle')}
                object={workspace.name}
                consequence={t('sample.takeOutConsequence', { name: real.name })}
                verb={t('sample.takeOutVerb')}
                destructive
                onConfirm={() => takeOut(real.workspace_id)}
              />
            )}
          </Suspense>
        </>
      )}
    </section>
  )
}

/** Removes the sample data, switches to the real workspace, and clears everything stored about them. */
function useTakeOut() {
  const { workspaceId: sampleId, session } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (realId: string) => {
    await workspaceApi(realId).takeOutSampleWorkspace().catch(unlessGone)
    for (const draft of drafts.of(session.user.id)) if (draft.workspaceId === sampleId) drafts.remove(draft)
    await navigate({
      to: '/w/$workspaceId/today',
      params: { workspaceId: realId },
      search: { site: undefined },
    })
    // Only now, because the previous page would reload data that no longer exist.
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
    queries.removeQueries({ queryKey: [sampleId] })
    showToast(t('sample.gone'))
  }
}

/** Another person was faster. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiFailure && error.code === 'NOT_FOUND')) throw error
}
