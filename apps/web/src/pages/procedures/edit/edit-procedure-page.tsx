import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { isNotFound } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { EditConflict } from '../../../components/form/edit-conflict.tsx'
import { useVersionedForm } from '../../../components/form/versioned-form.ts'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { NotFoundPage } from '../../../components/not-found-page.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { procedureQuery, revisionQuery } from '../../../queries/procedures.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { DocumentsSection } from './documents-section.tsx'
import { DraftForm } from './draft-form.tsx'
import { changesOf, valuesOf } from './draft-values.ts'

/** The draft of a procedure, for users who may edit it. */
export function EditProcedurePage() {
  const { procedureId } = useParams({ from: '/w/$workspaceId/procedures/$procedureId/edit' })
  const open = useWorkspace()
  const { data, error } = useQuery(procedureQuery(open.workspaceId, procedureId))
  if (isNotFound(error)) return <NotFoundPage />
  if (!may.manageAll(open)) {
    return <Nothing title={t('procedures.notOffered')} hint={t('procedures.notOfferedHint')} />
  }
  if (data === undefined) {
    return (
      <Page title={t('procedure.editDraft')}>
        {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={10} />}
      </Page>
    )
  }
  const draft = data.revisions.find(({ state }) => state === 'draft')
  if (!draft) return <Nothing title={t('procedure.noDraft')} hint={t('procedure.noDraftHint')} />
  return <Editing procedureId={procedureId} code={data.code} revision={draft.revision} />
}

function Nothing({ title, hint }: { title: string; hint: string }) {
  const { workspaceId } = useWorkspace()
  return (
    <Page title={t('procedure.editDraft')}>
      <EmptyState
        title={title}
        hint={hint}
        action={
          <LinkButton to="/w/$workspaceId/procedures" params={{ workspaceId }}>
            {t('nav.procedures')}
          </LinkButton>
        }
      />
    </Page>
  )
}

interface DraftProps {
  procedureId: string
  code: string
  revision: number
}

function Editing(draft: DraftProps) {
  const { procedureId, code, revision } = draft
  const { workspaceId } = useWorkspace()
  const form = useDraft(draft)
  const params = { workspaceId, procedureId }
  const changed = form !== undefined && Object.keys(changesOf(form.before, form.values)).length > 0
  return (
    <Page
      title={code}
      subtitle={t('procedure.draftNumber', { revision })}
      back={
        <LinkAnchor
          to="/w/$workspaceId/procedures/$procedureId"
          params={params}
          search={{ revision }}
          size="sm"
        >
          ← {code}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => changed && !form?.busy} />
      {form === undefined && <DelayedSkeleton lines={10} />}
      {form && (
        <DraftForm
          values={form.values}
          error={form.error}
          busy={form.busy}
          ready={changed}
          notice={form.overtaken && <SavedElsewhere onTakeNewer={form.takeNewer} />}
          documents={
            <DocumentsSection procedureId={procedureId} revision={revision} onChanged={form.takeNewer} />
          }
          onChange={form.change}
          onSubmit={() => void form.submit()}
          cancel={<DraftActions {...draft} form={form} changed={changed} />}
        />
      )}
    </Page>
  )
}

function SavedElsewhere({ onTakeNewer }: { onTakeNewer: () => Promise<void> }) {
  return <EditConflict words={t('procedure.overtaken')} onTakeNewer={() => void onTakeNewer()} />
}

/** Leads to the saved draft, or back to the page before. */
function DraftActions({
  procedureId,
  revision,
  form,
  changed,
}: DraftProps & { form: { reset: () => void }; changed: boolean }) {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const toDraft = {
    to: '/w/$workspaceId/procedures/$procedureId',
    params: { workspaceId, procedureId },
    search: { revision },
  } as const
  return (
    <>
      <Button variant="default" disabled={changed} onClick={() => void navigate(toDraft)}>
        {t('procedure.view')}
      </Button>
      <Button variant="default" disabled={!changed} onClick={form.reset}>
        {t('settingsPage.discard')}
      </Button>
    </>
  )
}

/** Manages the form for the draft in the version that was read. */
function useDraft({ procedureId, revision }: DraftProps) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const query = revisionQuery(workspaceId, procedureId, revision)
  const { data } = useQuery(query)
  return useVersionedForm(
    data && { values: valuesOf(data.body), etag: data.etag },
    async () => {
      const { body, etag } = await queries.fetchQuery({ ...query, staleTime: 0 })
      return { values: valuesOf(body), etag }
    },
    async ({ before, values, etag }) => {
      const params = { procedure_id: procedureId }
      await api.updateProcedureDraft({ params, body: changesOf(before, values), ifMatch: etag })
      showToast(t('procedure.saved'))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'procedures', 'list'] })
    },
  )
}
