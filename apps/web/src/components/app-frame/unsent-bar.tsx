import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../../base/messages.ts'
import type { RecordDraft } from '../../state/drafts/record-draft.ts'
import { resumeUnsent, sender } from '../../state/drafts/unsent-records.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Icon } from '../icons.tsx'
import { LinkAnchor } from '../links.tsx'
import { showToast } from '../toast.tsx'
import styles from './app-frame.module.css'

/**
 * Continues saving the user's records on every page, and shows which are waiting for the server and their results. Not
 * shown on the page of the record itself.
 */
export function UnsentBar() {
  const { session } = useWorkspace()
  const { id: userId } = session.user
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? '' })
  const waiting = useSyncExternalStore(sender.subscribe, sender.waiting)
  useEffect(() => resumeUnsent(userId), [userId])
  useSettledToasts(path)
  const elsewhere = waiting.filter((draft) => pathOf(draft) !== path)
  return (
    <div role="status" className={styles.offline} data-shown={elsewhere.length > 0 || undefined}>
      {elsewhere.length > 0 && (
        <>
          <Icon name="send" size={18} />
          <span>
            {t('unsent.waitingFor')}{' '}
            {elsewhere.map((draft, index) => (
              <Fragment key={draft.key}>
                {index > 0 && ', '}
                <DraftLink draft={draft} />
              </Fragment>
            ))}
          </span>
        </>
      )}
    </div>
  )
}

/** A link to the form, in which a waiting record can be changed or discarded. */
function DraftLink({ draft: { workspaceId, kind, subjectId, label } }: { draft: RecordDraft }) {
  return kind === 'correction' ? (
    <LinkAnchor
      to="/w/$workspaceId/calibrations/$calibrationId/correct"
      params={{ workspaceId, calibrationId: subjectId }}
    >
      {label}
    </LinkAnchor>
  ) : (
    <LinkAnchor
      to="/w/$workspaceId/instruments/$instrumentId/calibrate"
      params={{ workspaceId, instrumentId: subjectId }}
    >
      {label}
    </LinkAnchor>
  )
}

/** Shows the result of saving a record whose page is closed. */
function useSettledToasts(path: string): void {
  const queries = useQueryClient()
  const present = useRef(path)
  useEffect(() => {
    present.current = path
  }, [path])
  useEffect(
    () =>
      sender.onSettled((draft, state) => {
        if (pathOf(draft) === present.current) return
        if (state.phase === 'refused' || state.phase === 'arrived') {
          showToast(<Settled words={t('unsent.refused', { tag: draft.label })} path={pathOf(draft)} />)
        }
        if (state.phase !== 'saved') return
        void queries.invalidateQueries({ queryKey: [draft.workspaceId] })
        const recordPath = `/w/${draft.workspaceId}/calibrations/${state.record.id}`
        showToast(<Settled words={t('unsent.saved', { tag: draft.label })} path={recordPath} />)
      }),
    [queries],
  )
}

function Settled({ words, path }: { words: string; path: string }) {
  return (
    <>
      {words} <a href={path}>{t('unsent.open')}</a>
    </>
  )
}

/** Returns the path of the page on which a draft is edited. */
function pathOf({ workspaceId, kind, subjectId }: RecordDraft): string {
  return kind === 'correction'
    ? `/w/${workspaceId}/calibrations/${subjectId}/correct`
    : `/w/${workspaceId}/instruments/${subjectId}/calibrate`
}
