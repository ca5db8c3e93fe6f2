import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { UserRead } from '@plumbline/contract'
import { formatInstant } from '../../../base/formats.ts'
import { endOfDay, lastDayOf } from '../../../base/last-day.ts'
import { t } from '../../../base/messages.ts'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { sitesInWords } from '../../../components/form/sites-field.tsx'
import { useVersionedForm } from '../../../components/form/versioned-form.ts'
import { LinkAnchor } from '../../../components/links.tsx'
import { NotFoundPage } from '../../../components/not-found-page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { peopleQuery } from '../../../queries/settings.ts'
import { may, sessionQuery } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { DiscardButton } from '../discard-button.tsx'
import { NotOffered } from '../not-offered.tsx'
import styles from '../settings-form.module.css'
import { PersonActions } from './person-actions.tsx'
import { PersonForm } from './person-form.tsx'
import { changesOf, valuesOf, type PersonFormValues } from './person-form-values.ts'
import { ResponsibleFor } from './responsible-for.tsx'

/** One person of the workspace: rights, and what an admin can do for them. */
export function PersonPage() {
  return may.administer(useWorkspace()) ? <Person /> : <NotOffered title={t('settings.people')} />
}

function Person() {
  const { userId } = useParams({ from: '/w/$workspaceId/settings/people/$userId' })
  const { workspaceId } = useWorkspace()
  const { data: people, error } = useQuery(peopleQuery(workspaceId))
  const user = people?.find(({ id }) => id === userId)
  if (people !== undefined && user === undefined) return <NotFoundPage />
  const admins = (people ?? []).filter(isInCharge)
  const isLastAdmin = admins.length === 1 && admins[0]!.id === userId
  return (
    <Page
      title={user?.name ?? t('settings.people')}
      subtitle={user && stateOf(user)}
      back={
        <LinkAnchor to="/w/$workspaceId/settings/people" params={{ workspaceId }} size="sm">
          ← {t('settings.people')}
        </LinkAnchor>
      }
    >
      <ErrorSummary error={error} />
      {people === undefined && !error && <DelayedSkeleton lines={6} />}
      {user && (
        <Stack gap="lg" className={styles.form}>
          {user.is_pending ? (
            <Invited user={user} />
          ) : (
            <Rights key={user.id} user={user} isLastAdmin={isLastAdmin} />
          )}
          <ResponsibleFor user={user} />
          <PersonActions user={user} isLastAdmin={isLastAdmin} />
        </Stack>
      )}
    </Page>
  )
}

/** Whether a person decides on the whole workspace; an admin of some sites changes no rights. */
function isInCharge({ role, is_active, is_pending, site_ids }: UserRead): boolean {
  return role === 'admin' && is_active && !is_pending && site_ids === null
}

function stateOf({ is_active: isActive, is_pending: isPending }: UserRead): string | undefined {
  if (isPending) return t('people.pending')
  return isActive ? undefined : t('people.deactivated')
}

/** The pending invitation of a person. */
function Invited({ user }: { user: UserRead }) {
  const { workspace, sites } = useWorkspace()
  const { invitation_expires_at: until } = user
  return (
    <Panel title={t('people.invitation')}>
      <Stack gap={4}>
        <Text>{user.email}</Text>
        <Text>
          {t(`role.${user.role}`)} · {sitesInWords(user.site_ids, sites)}
        </Text>
        <Text c="dimmed" size="sm">
          {until === null
            ? t('people.linkEnded')
            : t('people.linkUntil', { until: formatInstant(until, workspace.timezone) })}
        </Text>
      </Stack>
    </Panel>
  )
}

function Rights({ user, isLastAdmin }: { user: UserRead; isLastAdmin: boolean }) {
  const { form, changed } = useRights(user)
  if (form === undefined) return null
  return (
    <>
      <LeaveGuard when={() => changed} />
      <PersonForm
        values={form.values}
        error={form.error}
        busy={form.busy}
        ready={changed}
        isLastAdmin={isLastAdmin}
        lastDayBefore={form.before.access_ends_at}
        identityHint={t('people.identityHint')}
        submitLabel={t('action.save')}
        onChange={form.change}
        onSubmit={() => void form.submit()}
        cancel={<DiscardButton form={form} changed={changed} />}
      />
    </>
  )
}

/** Manages the form for a person's permissions, including whether it has unsaved changes. */
function useRights(user: UserRead) {
  const { workspaceId, workspace, session, api } = useWorkspace()
  const queries = useQueryClient()
  const query = peopleQuery(workspaceId)
  const versionOf = (read: UserRead) => ({
    values: valuesOf(read, lastDayOf(read.access_ends_at, workspace.timezone)),
    etag: null,
  })
  const bodyOf = (before: PersonFormValues, values: PersonFormValues) =>
    changesOf(before, values, (day) => endOfDay(day, workspace.timezone))
  const form = useVersionedForm(
    versionOf(user),
    async () => {
      const people = await queries.fetchQuery({ ...query, staleTime: 0 })
      return versionOf(people.find(({ id }) => id === user.id) ?? user)
    },
    async ({ before, values }) => {
      await api.updateUser({ params: { user_id: user.id }, body: bodyOf(before, values) })
      showToast(t('people.saved', { name: values.name }))
      // The user's own role determines the available actions everywhere.
      if (user.id === session.user.id) await queries.invalidateQueries(sessionQuery)
    },
  )
  const changed = form !== undefined && Object.keys(bodyOf(form.before, form.values)).length > 0
  return { form, changed }
}
