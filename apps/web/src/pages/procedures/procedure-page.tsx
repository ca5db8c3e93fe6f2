import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ProcedureDetail } from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { RevisionBadge } from '../../components/procedure/revision-badge.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { procedureQuery, revisionQuery } from '../../queries/procedures.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { FollowersPanel } from './followers.tsx'
import { ProcedureActions } from './procedure-actions.tsx'
import styles from './procedure-page.module.css'
import { RevisionChangesPanel } from './revision-changes-panel.tsx'
import { RevisionSections } from './revision-sections.tsx'

/** A procedure: the released revision, or the one in the URL, with the list of all revisions. */
export function ProcedurePage() {
  const { procedureId } = useParams({ from: '/w/$workspaceId/procedures/$procedureId' })
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(procedureQuery(workspaceId, procedureId))
  if (isNotFound(error)) return <NotFoundPage />
  if (data === undefined) {
    return (
      <Page title={t('nav.procedures')}>
        {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={10} />}
      </Page>
    )
  }
  return <Procedure procedure={data} />
}

function Procedure({ procedure }: { procedure: ProcedureDetail }) {
  const { workspaceId } = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/procedures/$procedureId' })
  // There is always at least one revision.
  const number = search.revision ?? procedure.released?.revision ?? procedure.revisions[0]!.revision
  const { data, error } = useQuery(revisionQuery(workspaceId, procedure.id, number))
  const shown = data?.body
  return (
    <Page
      title={procedure.code}
      aside={<RevisionBadge state={shown?.state ?? procedure.status} />}
      subtitle={shown && `${shown.title} · ${t('procedure.revisionNumber', { revision: number })}`}
      back={
        <LinkAnchor to="/w/$workspaceId/procedures" params={{ workspaceId }} size="sm">
          ← {t('nav.procedures')}
        </LinkAnchor>
      }
      actions={data && <ProcedureActions procedure={procedure} shown={data.body} etag={data.etag} />}
    >
      {error && (isNotFound(error) ? <p>{t('procedure.noRevision')}</p> : <ErrorSummary error={error} />)}
      <div className={styles.columns}>
        <div className={styles.main}>
          {shown === undefined && !error && <DelayedSkeleton lines={8} />}
          {shown && <RevisionChangesPanel procedure={procedure} shown={shown} />}
          {shown && <RevisionSections revision={shown} />}
        </div>
        <div className={styles.side}>
          <Panel title={t('procedure.revisions')}>
            <Revisions procedure={procedure} shown={number} />
          </Panel>
          <FollowersPanel procedureId={procedure.id} />
        </div>
      </div>
    </Page>
  )
}

/** The history of revisions: who released each and when, and whether it was superseded or withdrawn. */
function Revisions({ procedure, shown }: { procedure: ProcedureDetail; shown: number }) {
  const { workspaceId } = useWorkspace()
  return (
    <ol className={styles.revisions} reversed>
      {procedure.revisions.map((each) => (
        <li key={each.revision}>
          <LinkAnchor
            to="/w/$workspaceId/procedures/$procedureId"
            params={{ workspaceId, procedureId: procedure.id }}
            search={{ revision: each.revision }}
            {...(each.revision === shown && { 'aria-current': 'true' as const, fw: 600 })}
          >
            {t('procedure.revisionNumber', { revision: each.revision })}
          </LinkAnchor>{' '}
          <RevisionBadge state={each.state} />
          <p>{each.title}</p>
          {each.released_at && (
            <p>
              {t('procedure.releasedBy', { name: each.released_by ?? '–' })}{' '}
              <InstantText at={each.released_at} />
              {each.signature_meaning && <> · {each.signature_meaning}</>}
            </p>
          )}
          {each.withdrawn_at && (
            <p>
              {t(each.withdrawal_reason === null ? 'procedure.replaced' : 'procedure.withdrawnOn')}{' '}
              <InstantText at={each.withdrawn_at} />
              {each.withdrawal_reason && <> · {each.withdrawal_reason}</>}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
