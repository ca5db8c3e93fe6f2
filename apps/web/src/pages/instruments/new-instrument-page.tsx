import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { instantInZone } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { instrumentModelsQuery } from '../../queries/procedures.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { InstrumentForm } from './instrument-form.tsx'
import { withModel } from './model-defaults.ts'
import { NotToChange } from './not-to-change.tsx'
import { createBody, emptyValues, type InstrumentFormValues } from './instrument-form-values.ts'

/** Noon of the workspace's day: the same calendar date wherever it is read. */
const NOON = '12:00'

/** A new entry in the register, for those who may make it. */
export function NewInstrumentPage() {
  const { role } = useWorkspace()
  return may.write(role) ? <NewInstrument /> : <NotToChange title={t('instruments.new')} />
}

function NewInstrument() {
  const { workspaceId } = useWorkspace()
  const { values, change, busy, error, submit, saved } = useNewInstrument()
  return (
    <Page
      title={t('instruments.new')}
      back={
        <LinkAnchor to="/w/$workspaceId/instruments" params={{ workspaceId }} size="sm">
          ← {t('nav.instruments')}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && values !== emptyValues} />
      <InstrumentForm
        values={values}
        error={error}
        busy={busy}
        submitLabel={t('instruments.create')}
        onChange={change}
        onSubmit={() => void submit()}
        cancel={
          <LinkButton variant="default" to="/w/$workspaceId/instruments" params={{ workspaceId }}>
            {t('action.cancel')}
          </LinkButton>
        }
      />
    </Page>
  )
}

/** What is typed, and the request that enters it and leads to the new instrument. */
function useNewInstrument() {
  const { api, workspaceId, workspace } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [values, setValues] = useState(emptyValues)
  const { busy, error, attempt } = useAttempt()
  // One key for all tries of this form: a lost response never makes a second instrument.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const saved = useRef(false)
  const submit = () =>
    attempt(async () => {
      const body = createBody(values, (date) => instantInZone(date, NOON, workspace.timezone))
      const created = await api.createInstrument({ body, idempotencyKey: key })
      saved.current = true
      await queries.invalidateQueries({ queryKey: [workspaceId, 'instruments'] })
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
  return { values, change, busy, error, submit, saved }
}
