import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserRead } from '@plumbline/contract'
import { formatDate } from '../../../base/formats.ts'
import { lastDayOf } from '../../../base/last-day.ts'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { LineBelow } from '../../../components/data-table/line-below.tsx'
import { sitesInWords } from '../../../components/form/sites-field.tsx'
import { Icon } from '../../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { useNarrow } from '../../../components/use-narrow.ts'
import { peopleQuery } from '../../../queries/settings.ts'
import { may } from '../../../state/session.ts'
import { type OpenWorkspace, useWorkspace } from '../../../state/workspace.ts'
import { NotOffered } from '../not-offered.tsx'

/** The members of the workspace with their roles. */
export function PeoplePage() {
  return may.administer(useWorkspace()) ? <People /> : <NotOffered title={t('settings.people')} />
}

function People() {
  const open = useWorkspace()
  const { workspaceId } = open
  const navigate = useNavigate()
  const { data, error } = useQuery(peopleQuery(workspaceId))
  const narrow = useNarrow()
  return (
    <Page
      wide
      title={t('settings.people')}
      subtitle={data && t('people.count', { count: data.filter(isMember).length })}
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
        stacks
        caption={t('settings.people')}
        columns={peopleColumns(open, narrow)}
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

function isMember({ is_active: isActive, is_pending: isPending }: UserRead): boolean {
  return isActive && !isPending
}

/**
 * Returns the columns of the table of people.
 * @param narrow whether to stack related values, so that rows fit on a tablet
 */
function peopleColumns(open: OpenWorkspace, narrow: boolean): Column<UserRead>[] {
  const { name, sites, end, twoFactor, state } = cells(open)
  const column = (key: string, label: string, render: Column<UserRead>['render']) => ({
    key,
    label,
    render,
    wraps: true,
  })
  const withBelow = (cell: ReactNode, words: string) => (
    <>
      {cell}
      {narrow && words !== '' && <LineBelow>{words}</LineBelow>}
    </>
  )
  const named: Column<UserRead> = {
    ...column('name', t('personAct.name'), (user) => withBelow(name(user), user.email)),
    fixed: true,
  }
  const role = column('role', t('personAct.role'), (user) => withBelow(t(`role.${user.role}`), sites(user)))
  const rest = [
    column('twoFactor', t('personAct.twoFactor'), twoFactor),
    column('state', t('personAct.membership'), (user) =>
      withBelow(state(user), end(user) && `${t('personAct.lastDay')}: ${end(user)}`),
    ),
  ]
  if (narrow) return [named, role, ...rest]
  return [
    named,
    column('email', t('signIn.email'), ({ email }) => email),
    role,
    column('sites', t('personAct.sites'), sites),
    column('end', t('personAct.lastDay'), end),
    ...rest,
  ]
}

function cells({ workspaceId, workspace, sites, session }: OpenWorkspace) {
  return {
    name: ({ id, name }: UserRead) => (
      <>
        <LinkAnchor to="/w/$workspaceId/settings/people/$userId" params={{ workspaceId, userId: id }}>
          {name}
        </LinkAnchor>
        {id === session.user.id && ` · ${t('people.you')}`}
      </>
    ),
    sites: ({ site_ids: ids }: UserRead) => sitesInWords(ids, sites),
    end: ({ role, access_ends_at: at }: UserRead) =>
      role === 'auditor' && at !== null ? formatDate(lastDayOf(at, workspace.timezone)) : '',
    // Unknown until the person has accepted the invitation.
    twoFactor: ({ has_two_factor: has, is_pending: isPending }: UserRead) => {
      if (isPending) return '–'
      return t(has ? 'yesNo.yes' : 'yesNo.no')
    },
    state: ({ is_active: isActive, is_pending: isPending }: UserRead) => {
      if (isPending) return t('people.pending')
      return t(isActive ? 'people.active' : 'people.deactivated')
    },
  }
}
