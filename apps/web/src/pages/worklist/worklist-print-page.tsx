import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AppDueInstrument } from '@plumbline/contract'
import { formatCount, formatInstant, zoneName } from '../../base/formats.ts'
import { currentLocale, t } from '../../base/messages.ts'
import { light } from '../../base/palette.ts'
import { variablesOf } from '../../base/theme.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { wholeDueQuery } from '../../queries/due.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './worklist-print.module.css'
import { SheetTable } from './sheet-table.tsx'
import { spanWords, statusWords, worklistQuery, type WorklistSearch } from './worklist-search.ts'

/** Paper is light, whatever the screen is. */
const paper = variablesOf(light)

/** Every row of the worklist's filters as it goes on paper, each site on a sheet of its own. */
export function WorklistPrintPage() {
  const { workspaceId } = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/worklist/print' })
  const list = useWholeWorklist(search)
  return (
    <Page
      title={t('worklist.print')}
      back={
        <LinkAnchor
          to="/w/$workspaceId/worklist"
          params={{ workspaceId }}
          search={(now) => now}
          size="sm"
          className="screen-only"
        >
          ← {t('nav.worklist')}
        </LinkAnchor>
      }
      actions={
        <Button
          leftSection={<Icon name="print" size={18} />}
          disabled={!list.isWhole || list.rows.length === 0}
          onClick={() => print()}
        >
          {t('worklist.printVerb')}
        </Button>
      }
    >
      <Sheets list={list} search={search} />
    </Page>
  )
}

/** A sheet for each site, once every row is there. */
function Sheets({
  list: { rows, total, isWhole, readAt, error },
  search,
}: {
  list: ReturnType<typeof useWholeWorklist>
  search: WorklistSearch
}) {
  if (error) return <ErrorSummary error={error} />
  if (!isWhole) {
    return (
      <>
        <Text role="status" mb="sm">
          {t('worklist.gathering', { rows: formatCount(rows.length), total: formatCount(total) })}
        </Text>
        <DelayedSkeleton lines={10} height={28} />
      </>
    )
  }
  if (total === 0) return <EmptyState title={t('worklist.empty')} hint={t('worklist.emptyFilterHint')} />
  return (
    <div className={styles.paper} style={paper}>
      {rows.length < total && (
        <Text fw={600} className={styles.cut}>
          {t('worklist.cut', { rows: formatCount(rows.length), total: formatCount(total) })}
        </Text>
      )}
      {sheetsOf(rows).map((sheet) => (
        <Sheet key={sheet[0]!.site_id} rows={sheet} readAt={readAt} search={search} />
      ))}
    </div>
  )
}

function useWholeWorklist(search: WorklistSearch) {
  const { workspaceId } = useWorkspace()
  const { data, dataUpdatedAt, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    wholeDueQuery(workspaceId, worklistQuery(search)),
  )
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return {
    rows: data?.pages.flatMap((page) => page.data) ?? [],
    total: data?.pages[0]?.pagination.total ?? 0,
    isWhole: data !== undefined && !hasNextPage,
    readAt: new Date(dataUpdatedAt).toISOString(),
    error,
  }
}

/** Rows by site; within a site they keep the order of their groups. */
function sheetsOf(rows: readonly AppDueInstrument[]): AppDueInstrument[][] {
  const sheets = [...Map.groupBy(rows, ({ site_id }) => site_id).values()]
  return sheets.toSorted((one, other) =>
    (one[0]!.site_name ?? '').localeCompare(other[0]!.site_name ?? '', currentLocale()),
  )
}

/** The list of one site: what it is, of when, and whose days its dates are. */
function Sheet({
  rows,
  readAt,
  search,
}: {
  rows: AppDueInstrument[]
  readAt: string
  search: WorklistSearch
}) {
  const { workspace, sites } = useWorkspace()
  const [first] = rows
  const zone = sites.find(({ id }) => id === first!.site_id)?.timezone ?? workspace.timezone
  const facts = [spanWords(search), ...statusWords(search), t('worklist.rows', { count: rows.length })]
  return (
    <section className={styles.sheet} aria-label={first!.site_name ?? '–'} tabIndex={0}>
      <h2 className={styles.title}>
        {t('nav.worklist')} · {first!.site_name}
      </h2>
      <p className={styles.facts}>
        {workspace.name} · {facts.join(' · ')}
        <br />
        {t('worklist.asOf', { at: formatInstant(readAt, zone), zone: zoneName(zone, readAt) })}
      </p>
      <SheetTable rows={rows} zone={zone} />
    </section>
  )
}
