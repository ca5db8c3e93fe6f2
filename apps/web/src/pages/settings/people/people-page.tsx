import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { UserRead } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { Icon } from '../../../components/icons.tsx'
import { LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { useNarrow } from '../../../components/use-narrow.ts'
import { peopleQuery } from '../../../queries/settings.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { NotOffered } from '../not-offered.tsx'
import { peopleColumns } from './people-columns.tsx'

/** Who belongs to the workspace, and what they may do. */
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
