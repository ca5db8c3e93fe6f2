import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { documentTypes } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { ExportMenu } from '../../components/download/export-menu.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ChosenInstrument } from '../../components/filters/chosen-filter.tsx'
import { FilterBar } from '../../components/filters/filter-bar.tsx'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { SearchField } from '../../components/filters/search-field.tsx'
import { LinkButton } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { documentsQuery } from '../../queries/documents.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { documentColumns } from './document-columns.tsx'

/** The list as it opens. */
const noFilters: DocumentSearch = {
  q: undefined,
  type: undefined,
  instrument: undefined,
  archived: undefined,
  site: undefined,
}

/** Rows of one page: a screenful and a little more. */
const ROWS = 50

/** The files of all instruments, newest first: found by words, kind or instrument. */
export function DocumentsPage() {
  const { workspaceId, api } = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/documents' })
  const navigate = useNavigate({ from: '/w/$workspaceId/documents' })
  const page = search.page ?? 1
  const filters = {
    q: search.q,
    document_type: search.type,
    instrument_id: search.instrument,
    site_id: search.site,
    include: search.archived ? 'archived' : undefined,
  }
  const { data, error, isPlaceholderData } = useQuery(
    documentsQuery(workspaceId, { ...filters, limit: ROWS, offset: (page - 1) * ROWS }),
  )
  const change = (now: DocumentSearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...now }) as never, replace })
  return (
    <Page
      wide
      fill
      title={t('nav.documents')}
      actions={
        <ExportMenu
          choices={[{ href: (format) => api.exportDocuments.url({ query: { ...filters, format } }) }]}
        />
      }
    >
      <DocumentFilters search={search} onChange={(now) => change(now, true)} />
      <DataTable
        stacks
        caption={t('nav.documents')}
        columns={documentColumns(workspaceId, useNarrow())}
        rows={data?.data}
        rowKey={({ id }) => id}
        stale={isPlaceholderData}
        error={error}
        empty={<NothingFound search={search} onClear={() => change(noFilters)} />}
      />
      <TablePages
        page={page}
        limit={ROWS}
        total={data?.pagination.total}
        onPage={(to) => change({ page: to })}
      />
    </Page>
  )
}

/** Shown if no documents are found. Documents are added at instruments. */
function NothingFound({ search, onClear }: { search: DocumentSearch; onClear: () => void }) {
  const { workspaceId } = useWorkspace()
  const isNarrowed = (search.q ?? search.type ?? search.instrument ?? search.site) !== undefined
  if (isNarrowed) {
    return (
      <EmptyState
        title={t('documents.nothingFound')}
        hint={t('documents.nothingFoundHint')}
        action={<Button onClick={onClear}>{t('filter.clear')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      title={t('documents.none')}
      hint={t('documents.noneHint')}
      action={
        <LinkButton to="/w/$workspaceId/instruments" params={{ workspaceId }}>
          {t('documents.toInstruments')}
        </LinkButton>
      }
    />
  )
}

/** State of the list in the URL. */
interface DocumentSearch {
  q?: string | undefined
  type?: string | undefined
  /** Id of the one instrument whose documents are shown. */
  instrument?: string | undefined
  archived?: true | undefined
  page?: number | undefined
  site?: string | undefined
}

/** Words, kind, one instrument, and whether archived ones are listed too. */
function DocumentFilters({
  search,
  onChange,
}: {
  search: DocumentSearch
  onChange: (change: DocumentSearch) => void
}) {
  const { q, type, instrument, archived } = search
  const count = [type, instrument, archived].filter((one) => one !== undefined).length
  return (
    <FilterBar
      count={count}
      onClear={
        q === undefined && count === 0 ? undefined : () => onChange({ ...noFilters, site: search.site })
      }
      mb="sm"
      lead={
        <SearchField
          label={t('documents.search')}
          value={q ?? ''}
          onChange={(words) => onChange({ q: words === '' ? undefined : words })}
        />
      }
    >
      <FilterSelect
        label={t('documents.type')}
        any={t('documents.anyType')}
        value={type}
        width={180}
        onChange={(chosen) => onChange({ type: chosen })}
        options={documentTypes.map((value) => ({ value, label: t(`documentType.${value}`) }))}
      />
      {instrument !== undefined && (
        <ChosenInstrument id={instrument} onRemove={() => onChange({ instrument: undefined })} />
      )}
      <Checkbox
        label={t('documents.archivedToo')}
        checked={archived ?? false}
        onChange={(event) => onChange({ archived: event.currentTarget.checked ? true : undefined })}
      />
    </FilterBar>
  )
}
