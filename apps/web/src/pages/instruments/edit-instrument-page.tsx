import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { AppInstrument } from '@plumbline/contract'
import { ApiFailure, isNotThere } from '../../api.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import { Overtaken } from '../../components/form/overtaken.tsx'
import { rebase } from '../../components/form/rebase.ts'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { t } from '../../messages.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { may } from '../../session.ts'
import { useWorkspace } from '../../workspace.ts'
import { InstrumentForm } from './instrument-form.tsx'
import { NotToChange } from './not-to-change.tsx'
import { updateBody, valuesOf, type InstrumentFormValues } from './instrument-form-values.ts'

/** What was read, in which version, and what stands in the form now. */
interface Editing {
  before: InstrumentFormValues
  etag: string | null
  values: InstrumentFormValues
}

/** Changes to an entry of the register, for those who may make them, until it is retired. */
export function EditInstrumentPage() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/edit' })
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(instrumentQuery(workspaceId, instrumentId))
  if (isNotThere(error)) return <NotFoundPage />
  if (!may.write(role) || (data?.instrument.retired_at ?? null) !== null) {
    return <NotToChange title={t('instruments.edit')} />
  }
  return <EditInstrument />
}

/** A newer version by somebody else is never overwritten unseen. */
function EditInstrument() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/edit' })
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const read = useQuery(instrumentQuery(workspaceId, instrumentId))
  const [editing, setEditing] = useState<Editing>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const saved = useRef(false)
  useEffect(() => {
    if (read.data === undefined || editing !== undefined) return
    const before = valuesOf(read.data.instrument)
    setEditing({ before, etag: read.data.etag, values: before })
  }, [read.data, editing])
  const toInstrument = {
    to: '/w/$workspaceId/instruments/$instrumentId',
    params: { workspaceId, instrumentId },
  } as const
  if (editing === undefined) {
    return (
      <Page title={t('instruments.edit')}>
        {read.error ? <ErrorSummary error={read.error} /> : <DelayedSkeleton />}
      </Page>
    )
  }
  const body = updateBody(editing.before, editing.values)
  const changed = Object.keys(body).length > 0
  const submit = async () => {
    setBusy(true)
    setError(undefined)
    try {
      if (changed) {
        await api.patch<AppInstrument>(
          `/instruments/${instrumentId}`,
          body,
          editing.etag === null ? {} : { 'if-match': editing.etag },
        )
      }
      saved.current = true
      await queries.invalidateQueries({ queryKey: [workspaceId] })
      await navigate(toInstrument)
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  const takeNewer = async () => {
    const newer = await queries.fetchQuery({ ...instrumentQuery(workspaceId, instrumentId), staleTime: 0 })
    const before = valuesOf(newer.instrument)
    setEditing({ before, etag: newer.etag, values: rebase(editing.before, editing.values, before) })
    setError(undefined)
  }
  const overtaken = error instanceof ApiFailure && error.code === 'PRECONDITION_FAILED'
  return (
    <Page
      title={t('instruments.editOf', { tag: editing.before.asset_tag })}
      subtitle={editing.before.name}
      back={
        <LinkAnchor {...toInstrument} size="sm">
          ← {editing.before.asset_tag}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && changed} />
      <InstrumentForm
        values={editing.values}
        before={editing.before}
        error={overtaken ? undefined : error}
        busy={busy}
        notice={
          overtaken && (
            <Overtaken words={t('instrumentForm.overtaken')} onTakeNewer={() => void takeNewer()} />
          )
        }
        submitLabel={t('action.save')}
        onChange={(values) => setEditing({ ...editing, values })}
        onSubmit={() => void submit()}
        cancel={
          <LinkButton variant="default" {...toInstrument}>
            {t('action.cancel')}
          </LinkButton>
        }
      />
    </Page>
  )
}
