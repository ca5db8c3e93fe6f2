import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { UserCreated } from '@plumbline/contract'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { useAttempt } from '../../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { tell } from '../../../components/told.tsx'
import { t } from '../../../messages.ts'
import { peopleQuery } from '../../../queries/settings.ts'
import { may } from '../../../session.ts'
import { useWorkspace } from '../../../workspace.ts'
import { endOfDay } from '../../../last-day.ts'
import { NotOffered } from '../not-offered.tsx'
import { OneTimeSecret } from '../one-time-secret.tsx'
import { PersonForm } from './person-form.tsx'
import { changesOf, nobodyYet } from './person-form-values.ts'

/** Somebody who is to belong to the workspace; who is new to the server gets a password, shown once. */
export function NewPersonPage() {
  return may.administer(useWorkspace()) ? <Invitation /> : <NotOffered title={t('people.invite')} />
}

function Invitation() {
  const { workspaceId, workspace, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [values, setValues] = useState(nobodyYet)
  const { busy, error, attempt } = useAttempt()
  const [invited, setInvited] = useState<UserCreated>()
  const saved = useRef(false)
  const toPeople = { to: '/w/$workspaceId/settings/people', params: { workspaceId } } as const
  const changes = changesOf(nobodyYet, values, (day) => endOfDay(day, workspace.timezone))
  const submit = () =>
    attempt(async () => {
      const { email, name, role } = values
      const { access_ends_at: _end, ...rest } = changes
      const body = { ...rest, email, name, role, ...(role === 'auditor' && changes) }
      const created = await api.post<UserCreated>('/users', body)
      saved.current = true
      await queries.invalidateQueries(peopleQuery(workspaceId))
      if (created.password !== null) return setInvited(created)
      tell(t('people.joined', { name: created.name }))
      await navigate(toPeople)
    })
  return (
    <Page
      title={t('people.invite')}
      back={
        <LinkAnchor {...toPeople} size="sm">
          ← {t('settings.people')}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && Object.keys(changes).length > 0} />
      <PersonForm
        values={values}
        error={error}
        busy={busy}
        ready={values.email.trim() !== '' && values.name.trim() !== ''}
        identityHint={t('people.knownHint')}
        submitLabel={t('people.invite')}
        onChange={setValues}
        onSubmit={() => void submit()}
        cancel={
          <LinkButton variant="default" {...toPeople}>
            {t('action.cancel')}
          </LinkButton>
        }
      />
      <OneTimeSecret
        title={t('people.passwordTitle')}
        hint={t('people.passwordHint', { name: invited?.name ?? '', email: invited?.email ?? '' })}
        label={t('people.password')}
        secret={invited?.password ?? undefined}
        onClose={() => void navigate(toPeople)}
      />
    </Page>
  )
}
