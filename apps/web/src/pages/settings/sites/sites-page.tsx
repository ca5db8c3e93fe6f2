import { useNavigate } from '@tanstack/react-router'
import type { SiteSummary } from '@plumbline/contract'
import { formatCount } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { Icon } from '../../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { may } from '../../../state/session.ts'
import { useWorkspace, type OpenWorkspace } from '../../../state/workspace.ts'

/** Where instruments are: the sites that one reaches, each with its zone and its locations. */
export function SitesPage() {
  const open = useWorkspace()
  const { workspaceId, sites, role } = open
  const navigate = useNavigate()
  return (
    <Page
      title={t('settings.sites')}
      subtitle={may.manage(role) ? undefined : t('settingsPage.readOnlyForManagers')}
      actions={
        may.manageAll(open) && (
          <LinkButton
            to="/w/$workspaceId/settings/sites/new"
            params={{ workspaceId }}
            leftSection={<Icon name="plus" size={18} />}
          >
            {t('site.new')}
          </LinkButton>
        )
      }
    >
      <DataTable
        stacks
        caption={t('settings.sites')}
        columns={columnsFor(open)}
        rows={sites}
        rowKey={({ id }) => id}
        onOpen={({ id }) =>
          void navigate({
            to: '/w/$workspaceId/settings/sites/$siteId',
            params: { workspaceId, siteId: id },
          })
        }
      />
    </Page>
  )
}

function columnsFor({ workspaceId, workspace, locations }: OpenWorkspace): Column<SiteSummary>[] {
  return [
    {
      key: 'name',
      label: t('siteField.name'),
      fixed: true,
      render: ({ id, name }) => (
        <LinkAnchor to="/w/$workspaceId/settings/sites/$siteId" params={{ workspaceId, siteId: id }}>
          {name ?? '–'}
        </LinkAnchor>
      ),
    },
    {
      key: 'zone',
      label: t('siteField.timezone'),
      wraps: true,
      render: ({ timezone }) => timezone ?? t('site.workspaceZone', { zone: workspace.timezone }),
    },
    {
      key: 'locations',
      label: t('site.locations'),
      align: 'right',
      render: ({ id }) => formatCount(locations.filter(({ site_id }) => site_id === id).length),
    },
    {
      key: 'default',
      label: t('site.default'),
      wraps: true,
      render: ({ is_default }) => (is_default ? t('yesNo.yes') : ''),
    },
  ]
}
