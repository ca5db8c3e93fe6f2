import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { isNotFound } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import { EditConflict } from '../../components/form/edit-conflict.tsx'
import { useVersionedForm } from '../../components/form/versioned-form.ts'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { instrumentQuery, type ReadInstrument } from '../../queries/instruments.ts'
import { performersQuery } from '../../queries/people.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { differencesOf } from './edit-differences.ts'
import {
  rebaseInstrument,
  type InstrumentFormValues,
  updateBody,
  valuesOf,
} from './instrument-form-values.ts'
import { InstrumentForm } from './instrument-form.tsx'
import { NotToChange } from './not-to-change.tsx'

/** Changes to an entry of the register, for those who may make them, until it is retired. */
export function EditInstrumentPage() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/edit' })
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(instrumentQuery(workspaceId, instrumentId))
  if (isNotFound(error)) return <NotFoundPage />
  if (!may.write(role) || (data?.instrument.retired_at ?? null) !== null) {
    return <NotToChange title={t('instruments.edit')} />
  }
  return <EditInstrument />
}

/** A newer version by another person is never overwritten unseen. */
function EditInstrument() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/edit' })
  const { form, unread, toInstrument, saved } = useEditing()
  const { workspaceId, sites, locations } = useWorkspace()
  const { data: people } = useQuery(performersQuery(workspaceId))
  const known = { sites, locations, people }
  if (form === undefined) return <NotYetRead error={unread} />
  return (
    <Page
      title={t('instruments.editOf', { tag: form.before.asset_tag })}
      subtitle={form.before.name}
      back={
        <LinkAnchor {...toInstrument} size="sm">
          ← {form.before.asset_tag}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && hasChanged(form.before, form.values)} />
      <InstrumentForm
        instrumentId={instrumentId}
        values={form.values}
        before={form.before}
        error={form.overtaken ? undefined : form.error}
        busy={form.busy}
        notice={
          form.overtaken && (
            <EditConflict
              key={form.newer ? 'read' : 'unread'}
              words={t('instrumentForm.overtaken')}
              differences={form.newer && differencesOf(form.before, form.newer, form.values, known)}
              onTakeNewer={() => void form.takeNewer()}
            />
          )
        }
        submitLabel={t('action.save')}
        onChange={form.change}
        onSubmit={() => void form.submit()}
        cancel={
          <LinkButton variant="default" {...toInstrument}>
            {t('action.cancel')}
          </LinkButton>
        }
      />
    </Page>
  )
}

function NotYetRead({ error }: { error: unknown }) {
  return (
    <Page title={t('instruments.edit')}>{error ? <ErrorSummary error={error} /> : <DelayedSkeleton />}</Page>
  )
}

/** Manages the form for the instrument that was read, and leads back to it after saving. */
function useEditing() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/edit' })
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saved = useRef(false)
  const query = instrumentQuery(workspaceId, instrumentId)
  const { data, error } = useQuery(query)
  const toInstrument = {
    to: '/w/$workspaceId/instruments/$instrumentId',
    params: { workspaceId, instrumentId },
  } as const
  const form = useVersionedForm(
    data && versionOf(data),
    async () => versionOf(await queries.fetchQuery({ ...query, staleTime: 0 })),
    async ({ before, values, etag }) => {
      if (hasChanged(before, values)) {
        await api.updateInstrument({
          params: { instrument_id: instrumentId },
          body: updateBody(before, values),
          ifMatch: etag,
        })
      }
      saved.current = true
      await queries.invalidateQueries({ queryKey: [workspaceId] })
      await navigate(toInstrument)
    },
    rebaseInstrument,
  )
  return { form, unread: error, toInstrument, saved }
}

function versionOf({ instrument, etag }: ReadInstrument) {
  return { values: valuesOf(instrument), etag }
}

function hasChanged(before: InstrumentFormValues, values: InstrumentFormValues): boolean {
  return Object.keys(updateBody(before, values)).length > 0
}
