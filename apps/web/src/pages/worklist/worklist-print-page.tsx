import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AppDueInstrument } from '@plumbline/contract'
import { formatCount, formatInstant, zoneName } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
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
import { zoneOf } from './worklist-words.ts'
import { spanWords, statusWords, worklistQuery, type WorklistSearch } from './worklist-search.ts'

/** Paper is light, whatever the screen is. */
const paper = variablesOf(light)

/** Every row of the worklist's filters as it goes on paper, with whatever is overdue, and all sites on one sheet. */
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

/** The sheet, once every row is there. */
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
      <Sheet rows={rows} readAt={readAt} search={search} />
    </div>
  )
}

function useWholeWorklist(search: WorklistSearch) {
  const { workspaceId } = useWorkspace()
  const { data, dataUpdatedAt, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    wholeDueQuery(workspaceId, { ...worklistQuery(search), due_from: undefined }),
  )
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const read = data?.pages.flatMap((page) => page.data) ?? []
  // Overdue instruments are always printed, whatever the range, because readers have no other list.
  const wanted = read.filter(({ is_overdue, due_date }) => is_overdue || due_date >= (search.from ?? ''))
  return {
    rows: wanted,
    total: (data?.pages[0]?.pagination.total ?? 0) - (read.length - wanted.length),
    isWhole: data !== undefined && !hasNextPage,
    readAt: new Date(dataUpdatedAt).toISOString(),
    error,
  }
}

/** The printed list with its title, date, and the time zone of its dates. */
function Sheet({
  rows,
  readAt,
  search,
}: {
  rows: readonly AppDueInstrument[]
  readAt: string
  search: WorklistSearch
}) {
  const open = useWorkspace()
  const { timezone } = open.workspace
  const zones = [...new Set(rows.map((row) => zoneOf(open, row)))].map((zone) => zoneName(zone, readAt))
  const facts = [
    spanWords(search),
    ...statusWords(search, open.session.user.name),
    t('worklist.rows', { count: rows.length }),
  ]
  return (
    <section className={styles.sheet} aria-label={t('nav.worklist')} tabIndex={0}>
      <h2 className={styles.title}>
        {t('nav.worklist')} · {open.workspace.name}
      </h2>
      <p className={styles.facts}>
        {facts.join(' · ')}
        <br />
        {t('worklist.asOf', { at: formatInstant(readAt, timezone), zone: zones.join(', ') })}
      </p>
      <SheetTable rows={rows} />
    </section>
  )
}
