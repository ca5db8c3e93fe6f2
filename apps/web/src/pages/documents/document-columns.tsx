import { Text } from '@mantine/core'
import type { AppDocument } from '@plumbline/contract'
import { formatBytes } from '../../base/formats.ts'
import { t, tIfKnown } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { LineBelow } from '../../components/data-table/line-below.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { DocumentMenu } from '../../components/documents/document-menu.tsx'
import { LinkAnchor } from '../../components/links.tsx'

/** Columns of the documents of all instruments; the narrow ones stack what belongs together. */
export function documentColumns(workspaceId: string, narrow: boolean): Column<AppDocument>[] {
  const instrument = wrapping('instrument', t('documents.instrument'), (document) => (
    <InstrumentOf document={document} workspaceId={workspaceId} />
  ))
  const actions: Column<AppDocument> = {
    key: 'acts',
    label: t('documents.do'),
    align: 'right',
    pinned: true,
    render: (document) => <DocumentMenu document={document} />,
  }
  return [...(narrow ? stackedColumns(instrument) : separateColumns(instrument)), actions]
}

const stackedColumns = (instrument: Column<AppDocument>): Column<AppDocument>[] => [
  wrapping('name', t('documents.name'), (document) => (
    <>
      <FileName document={document} />
      <LineBelow>
        {typeOf(document)} · {formatBytes(document.size_bytes)}
      </LineBelow>
    </>
  )),
  instrument,
  wrapping('added', t('documents.when'), (document) => (
    <>
      <InstantText at={document.uploaded_at} />
      <LineBelow>{document.uploaded_by_name}</LineBelow>
    </>
  )),
]

const separateColumns = (instrument: Column<AppDocument>): Column<AppDocument>[] => [
  wrapping('name', t('documents.name'), (document) => <FileName document={document} />),
  instrument,
  { key: 'type', label: t('documents.type'), render: typeOf },
  {
    key: 'size',
    label: t('documents.size'),
    align: 'right',
    render: ({ size_bytes }) => formatBytes(size_bytes),
  },
  wrapping('added', t('documents.when'), ({ uploaded_at }) => <InstantText at={uploaded_at} />),
  wrapping('by', t('documents.who'), ({ uploaded_by_name: name }) => name ?? '–'),
]

function wrapping(key: string, label: string, render: Column<AppDocument>['render']): Column<AppDocument> {
  return { key, label, render, fixed: true, wraps: true }
}

function typeOf({ document_type: type }: AppDocument): string {
  return type === null ? '–' : (tIfKnown(`documentType.${type}`) ?? type)
}

function InstrumentOf({
  document: {
    instrument: { id, asset_tag, name },
  },
  workspaceId,
}: {
  document: AppDocument
  workspaceId: string
}) {
  return (
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
  )
}

function FileName({ document: { file_name, is_archived } }: { document: AppDocument }) {
  return (
    <span title={file_name ?? ''} style={{ overflowWrap: 'break-word' }}>
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
