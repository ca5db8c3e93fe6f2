import { procedureLibrary, type LibraryProcedure } from '@plumbline/contract/library'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Procedures of the library: adding one creates a draft that can be adapted. */
export function LibraryPage() {
  const open = useWorkspace()
  const { workspaceId } = open
  return (
    <Page
      wide
      title={t('procedures.library')}
      subtitle={t('procedures.librarySubtitle')}
      back={
        <LinkAnchor to="/w/$workspaceId/procedures" params={{ workspaceId }} size="sm">
          ← {t('nav.procedures')}
        </LinkAnchor>
      }
    >
      {may.manageAll(open) ? (
        <DataTable
          stacks
          caption={t('procedures.library')}
          columns={columnsFor(workspaceId)}
          rows={procedureLibrary}
          rowKey={({ key }) => key}
        />
      ) : (
        <EmptyState title={t('procedures.notOffered')} hint={t('procedures.notOfferedHint')} />
      )}
    </Page>
  )
}

function columnsFor(workspaceId: string): Column<LibraryProcedure>[] {
  return [
    {
      key: 'title',
      label: t('procedure.title'),
      fixed: true,
      wraps: true,
      render: ({ content, key }) => (
        <>
          <LinkAnchor
            to="/w/$workspaceId/procedures/new"
            params={{ workspaceId }}
            search={{ library: key }}
            fw={600}
          >
            {content.title}
          </LinkAnchor>
          <div>{content.scope}</div>
        </>
      ),
    },
    { key: 'source', label: t('procedures.source'), wraps: true, render: ({ source }) => source },
    { key: 'limits', label: t('procedures.limits'), wraps: true, render: ({ limits }) => limits },
    {
      key: 'points',
      label: t('procedure.points'),
      align: 'right',
      render: ({ points }) => formatCount(points.length),
    },
    {
      key: 'take',
      label: t('procedure.acts'),
      render: ({ content, key }) => (
        <LinkButton
          size="compact-sm"
          variant="default"
          to="/w/$workspaceId/procedures/new"
          params={{ workspaceId }}
          search={{ library: key }}
          aria-label={t('procedures.takeOf', { title: content.title })}
        >
          {t('procedures.take')}
        </LinkButton>
      ),
    },
  ]
}
