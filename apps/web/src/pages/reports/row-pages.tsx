import { useEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { TablePages } from '../../components/data-table/table-pages.tsx'

/** Rows of one page: as many as fit a screen. */
const ROWS = 20

/** The rows in view, and the ways to the others; undefined where all are in view. */
export interface RowPages<Row> {
  readonly shown: readonly Row[]
  readonly ways: ReactNode
}

/** Cuts rows that are all there into pages for the screen. Paper has no pages to turn to: all rows are on it. */
export function useRowPages<Row>(rows: readonly Row[]): RowPages<Row> {
  const [asked, ask] = useState(1)
  const isPrinting = usePrinting()
  if (isPrinting || rows.length <= ROWS) return { shown: rows, ways: undefined }
  const page = Math.min(asked, Math.ceil(rows.length / ROWS))
  return {
    shown: rows.slice((page - 1) * ROWS, page * ROWS),
    ways: <TablePages page={page} limit={ROWS} total={rows.length} onPage={ask} />,
  }
}

/** Whether the page is being printed; updated before the browser lays it out. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
