import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { UserCreated } from '@plumbline/contract'
import { formatInstant } from '../../../base/formats.ts'
import { endOfDay } from '../../../base/last-day.ts'
import { t } from '../../../base/messages.ts'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { OneTimeSecret } from '../../../components/form/one-time-secret.tsx'
import { useAttempt } from '../../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { LinkMailOutcome } from '../../../components/mail-outcome.tsx'
import { Page } from '../../../components/page.tsx'
import { peopleQuery } from '../../../queries/settings.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { NotOffered } from '../not-offered.tsx'
import { PersonForm } from './person-form.tsx'
import { changesOf, nobodyYet } from './person-form-values.ts'

/** A person who is to belong to the workspace, once they have accepted through the link, which is shown once. */
export function NewPersonPage() {
  return may.administer(useWorkspace()) ? <Invitation /> : <NotOffered title={t('people.invite')} />
}

function Invitation() {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const toPeople = { to: '/w/$workspaceId/settings/people', params: { workspaceId } } as const
  const { values, change, changed, busy, error, submit, invited, saved } = useInvitation()
  return (
    <Page
      title={t('people.invite')}
      back={
        <LinkAnchor {...toPeople} size="sm">
          ← {t('settings.people')}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && changed} />
      <PersonForm
        values={values}
        error={error}
        busy={busy}
        ready={values.email.trim() !== '' && values.name.trim() !== ''}
        identityHint={t('people.knownHint')}
        submitLabel={t('people.invite')}
        onChange={change}
        onSubmit={() => void submit()}
        cancel={
          <LinkButton variant="default" {...toPeople}>
            {t('action.cancel')}
          </LinkButton>
        }
      />
      <InvitationLink of={invited} onClose={() => void navigate(toPeople)} />
    </Page>
  )
}

/** The link through which the person accepts. */
function InvitationLink({ of, onClose }: { of: UserCreated | undefined; onClose: () => void }) {
  const { workspace } = useWorkspace()
  const until = of?.invitation_expires_at
  return (
    <OneTimeSecret
      title={t('people.linkTitle')}
      hint={t('people.linkHint', {
        name: of?.name ?? '',
        until: until ? formatInstant(until, workspace.timezone) : '',
      })}
      label={t('personAct.resetLink.link')}
      secret={of?.invitation_link}
      onClose={onClose}
    >
      <LinkMailOutcome result={of?.mail} />
    </OneTimeSecret>
  )
}

/** Manages the form, and the request that invites the person. */
function useInvitation() {
  const { workspaceId, workspace, api } = useWorkspace()
  const queries = useQueryClient()
  const [values, change] = useState(nobodyYet)
  const { busy, error, attempt } = useAttempt()
  const [invited, setInvited] = useState<UserCreated>()
  const saved = useRef(false)
  const changes = changesOf(nobodyYet, values, (day) => endOfDay(day, workspace.timezone))
  const submit = () =>
    attempt(async () => {
      const { email, name, role } = values
      const { access_ends_at: _end, ...rest } = changes
      const body = { ...rest, email, name, role, ...(role === 'auditor' && changes) }
      const created = await api.createUser({ body })
      saved.current = true
      await queries.invalidateQueries(peopleQuery(workspaceId))
      setInvited(created)
    })
  return { values, change, changed: Object.keys(changes).length > 0, busy, error, submit, invited, saved }
}
