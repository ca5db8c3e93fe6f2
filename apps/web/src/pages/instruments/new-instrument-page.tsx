import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { AppInstrument } from '@plumbline/contract'
import { instantInZone } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { fieldId } from '../../components/form/form-fields.ts'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { showToast } from '../../components/toast.tsx'
import { usePhone } from '../../components/use-narrow.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { instrumentModelsQuery, releasedProceduresQuery } from '../../queries/procedures.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { InstrumentForm } from './instrument-form.tsx'
import { withModel } from './model-defaults.ts'
import { NotToChange } from './not-to-change.tsx'
import {
  createBody,
  emptyValues,
  valuesLike,
  valuesOf,
  type InstrumentFormValues,
} from './instrument-form-values.ts'

/** Noon of the workspace's day: the same calendar date wherever it is read. */
const NOON = '12:00'

/** A new entry in the register, empty or like another instrument, for those who may make it. */
export function NewInstrumentPage() {
  const { role } = useWorkspace()
  return may.write(role) ? <NewInstrument /> : <NotToChange title={t('instruments.new')} />
}

function NewInstrument() {
  const { workspaceId } = useWorkspace()
  const { from } = useSearch({ from: '/w/$workspaceId/instruments/new' })
  const { data: original, error } = useQuery({
    ...instrumentQuery(workspaceId, from ?? ''),
    enabled: from !== undefined,
  })
  return (
    <Page
      title={t('instruments.new')}
      back={
        <LinkAnchor to="/w/$workspaceId/instruments" params={{ workspaceId }} size="sm">
          ← {t('nav.instruments')}
        </LinkAnchor>
      }
    >
      {error && <ErrorSummary error={error} />}
      {from !== undefined && !original && !error && <DelayedSkeleton lines={12} />}
      {(from === undefined || original) && <NewInstrumentForm key={from} original={original?.instrument} />}
    </Page>
  )
}

function NewInstrumentForm({ original }: { original: AppInstrument | undefined }) {
  const { workspaceId } = useWorkspace()
  const isPhone = usePhone()
  const { values, change, busy, error, submit, isChanged } = useNewInstrument(original)
  return (
    <>
      <LeaveGuard when={isChanged} />
      <InstrumentForm
        values={values}
        error={error}
        busy={busy}
        notice={original && <Notice title={t('instruments.copyOf', { tag: original.asset_tag ?? '' })} />}
        submitLabel={t('instruments.create')}
        onChange={change}
        onSubmit={() => void submit('open')}
        cancel={
          <>
            <LinkButton variant="default" to="/w/$workspaceId/instruments" params={{ workspaceId }}>
              {t('action.cancel')}
            </LinkButton>
            {/* A third button would take a second line of a phone from the fields above. */}
            {!isPhone && (
              <Button variant="default" disabled={busy} onClick={() => void submit('another')}>
                {t('instruments.createAnother')}
              </Button>
            )}
          </>
        }
      />
    </>
  )
}

/** Manages the form, and the request that creates the instrument and leads to it, or to the next similar one. */
function useNewInstrument(original: AppInstrument | undefined) {
  const { api, workspaceId, workspace } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const procedureId = useReleased(original?.procedure_id ?? null)
  const [initial, setInitial] = useState(() => (original ? valuesLike(valuesOf(original)) : emptyValues))
  const [values, setValues] = useState(initial)
  const { busy, error, attempt } = useAttempt()
  // One idempotency key for all attempts of this form, so that a lost response never creates a second instrument.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const saved = useRef(false)
  const submit = (then: 'open' | 'another') =>
    attempt(async () => {
      const body = createBody(values, (date) => instantInZone(date, NOON, workspace.timezone))
      const followed = procedureId === null ? {} : { procedure_id: procedureId }
      const created = await api.createInstrument({ body: { ...body, ...followed }, idempotencyKey: key })
      await queries.invalidateQueries({ queryKey: [workspaceId, 'instruments'] })
      if (then === 'another') {
        showToast(t('instruments.created', { tag: created.asset_tag ?? '' }))
        const next = valuesLike(values)
        setInitial(next)
        setValues(next)
        setKey(crypto.randomUUID())
        document.getElementById(fieldId('asset_tag'))?.focus()
        return
      }
      saved.current = true
      await navigate({
        to: '/w/$workspaceId/instruments/$instrumentId',
        params: { workspaceId, instrumentId: created.id },
      })
    })
  const { data: models = [] } = useQuery(instrumentModelsQuery(workspaceId))
  const change = (changed: InstrumentFormValues) => {
    setValues(withModel(values, changed, models))
    // A body that was refused may change: under the old key it would be another request.
    if (error !== undefined) setKey(crypto.randomUUID())
  }
  return { values, change, busy, error, submit, isChanged: () => !saved.current && values !== initial }
}

/** Returns a copied procedure; null if it is not released, or if the user may not select one. */
function useReleased(procedureId: string | null): string | null {
  const { workspaceId, role } = useWorkspace()
  const { data } = useQuery({
    ...releasedProceduresQuery(workspaceId),
    enabled: procedureId !== null && may.manage(role),
  })
  return data?.find(({ id }) => id === procedureId)?.id ?? null
}
