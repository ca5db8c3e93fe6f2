import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { UserRead } from '@plumbline/contract'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { Icon } from '../../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { formatDate } from '../../../formats.ts'
import { t } from '../../../messages.ts'
import { peopleQuery } from '../../../queries/settings.ts'
import { may } from '../../../session.ts'
import { useWorkspace, type OpenWorkspace } from '../../../workspace.ts'
import { lastDayOf } from '../../../last-day.ts'
import { NotOffered } from '../not-offered.tsx'
import { sitesInWords } from '../sites-field.tsx'

/** Who belongs to the workspace, and what they may do. */
export function PeoplePage() {
  const { role } = useWorkspace()
  return may.administer(role) ? <People /> : <NotOffered title={t('settings.people')} />
}

function People() {
  const open = useWorkspace()
  const { workspaceId } = open
  const navigate = useNavigate()
  const { data, error } = useQuery(peopleQuery(workspaceId))
  return (
    <Page
      wide
      title={t('settings.people')}
      subtitle={data && t('people.count', { count: data.filter(({ is_active }) => is_active).length })}
      actions={
        <LinkButton
          to="/w/$workspaceId/settings/people/new"
          params={{ workspaceId }}
          leftSection={<Icon name="plus" size={18} />}
        >
          {t('people.invite')}
        </LinkButton>
      }
    >
      <DataTable
        caption={t('settings.people')}
        columns={columnsFor(open)}
        rows={data}
        error={error}
        rowKey={({ id }) => id}
        onOpen={({ id }) =>
          void navigate({
            to: '/w/$workspaceId/settings/people/$userId',
            params: { workspaceId, userId: id },
          })
        }
      />
    </Page>
  )
}

function columnsFor({ workspaceId, workspace, sites, session }: OpenWorkspace): Column<UserRead>[] {
  const end = (user: UserRead) => lastDayOf(user.access_ends_at, workspace.timezone)
  return [
    {
      key: 'name',
      label: t('person.name'),
      fixed: true,
      render: ({ id, name }) => (
        <>
          <LinkAnchor to="/w/$workspaceId/settings/people/$userId" params={{ workspaceId, userId: id }}>
            {name}
          </LinkAnchor>
          {id === session.user.id && ` · ${t('people.you')}`}
        </>
      ),
    },
    { key: 'email', label: t('signIn.email'), render: ({ email }) => email },
    { key: 'role', label: t('person.role'), render: ({ role }) => t(`role.${role}`) },
    { key: 'sites', label: t('person.sites'), render: ({ site_ids }) => sitesInWords(site_ids, sites) },
    {
      key: 'end',
      label: t('person.lastDay'),
      render: (user) => (user.role === 'auditor' && end(user) !== '' ? formatDate(end(user)) : ''),
    },
    {
      key: 'twoFactor',
      label: t('person.twoFactor'),
      render: ({ has_two_factor }) => t(has_two_factor ? 'answer.yes' : 'answer.no'),
    },
    {
      key: 'state',
      label: t('person.membership'),
      render: ({ is_active }) => t(is_active ? 'people.active' : 'people.deactivated'),
    },
  ]
}
