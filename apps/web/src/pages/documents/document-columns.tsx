import { Text } from '@mantine/core'
import type { AppDocument } from '@plumbline/contract'
import type { Column } from '../../components/data-table/column.ts'
import { InstantText } from '../../components/date-text.tsx'
import { DocumentMenu } from '../../components/documents/document-menu.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { formatBytes } from '../../formats.ts'
import { t, tIfKnown } from '../../messages.ts'

/** Columns of the documents of all instruments. */
export function documentColumns(workspaceId: string): Column<AppDocument>[] {
  return [
    {
      key: 'name',
      label: t('documents.name'),
      fixed: true,
      wraps: true,
      render: (document) => <FileName document={document} />,
    },
    {
      key: 'instrument',
      label: t('documents.instrument'),
      fixed: true,
      wraps: true,
      render: ({ instrument: { id, asset_tag, name } }) => (
        <>
          <LinkAnchor
            to="/w/$workspaceId/instruments/$instrumentId"
            params={{ workspaceId, instrumentId: id }}
            style={{ whiteSpace: 'nowrap' }}
          >
            {asset_tag ?? '–'}
          </LinkAnchor>{' '}
          <span title={name ?? ''}>{name}</span>
        </>
      ),
    },
    {
      key: 'type',
      label: t('documents.type'),
      render: ({ document_type: type }) => (type === null ? '–' : (tIfKnown(`documentType.${type}`) ?? type)),
    },
    {
      key: 'size',
      label: t('documents.size'),
      align: 'right',
      render: ({ size_bytes }) => formatBytes(size_bytes),
    },
    {
      key: 'added',
      label: t('documents.when'),
      wraps: true,
      render: ({ uploaded_at }) => <InstantText at={uploaded_at} />,
    },
    {
      key: 'by',
      label: t('documents.who'),
      wraps: true,
      render: ({ uploaded_by_name: name }) => name ?? '–',
    },
    {
      key: 'acts',
      label: t('documents.do'),
      align: 'right',
      pinned: true,
      render: (document) => <DocumentMenu document={document} />,
    },
  ]
}

function FileName({ document: { file_name, is_archived } }: { document: AppDocument }) {
  return (
    <span title={file_name ?? ''}>
      <Text span fw={600} inherit>
        {file_name ?? '–'}
      </Text>
      {is_archived && (
        <Text span size="sm" c="dimmed">
          {' · '}
          {t('documents.isArchived')}
        </Text>
      )}
    </span>
  )
}
