import { Button, Progress, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Page } from '@plumbline/contract'
import type { Query } from '../../api.ts'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { sentenceOf } from '../error-summary.tsx'
import { Icon } from '../icons.tsx'
import { csvText } from './csv-text.ts'
import { saveFile } from './save-file.ts'

/** Rows read at a time: the largest page there is. */
const ROWS_AT_A_TIME = 100

/** A column of the file: its head and its value. */
export interface CsvColumn<Row> {
  label: string
  value: (row: Row) => string | number | boolean | null | undefined
}

/** Saves every row of a filtered list as CSV, with progress, and stops when asked to. */
export function CsvExportButton<Row>({
  path,
  query,
  columns,
  fileName,
}: {
  path: string
  query: Query
  columns: readonly CsvColumn<Row>[]
  fileName: string
}) {
  const { api } = useWorkspace()
  const [done, setDone] = useState<{ rows: number; total: number }>()
  const [error, setError] = useState<unknown>()
  const stop = useRef<AbortController>(undefined)
  const run = async () => {
    const abort = new AbortController()
    stop.current = abort
    setError(undefined)
    setDone({ rows: 0, total: 0 })
    try {
      const rows: Row[] = []
      for (let more = true; more;) {
        const page = await api.get<Page<Row>>(
          path,
          { ...query, limit: ROWS_AT_A_TIME, offset: rows.length },
          abort.signal,
        )
        rows.push(...page.data)
        more = page.pagination.has_more && page.data.length > 0
        setDone({ rows: rows.length, total: page.pagination.total })
      }
      const head = columns.map(({ label }) => label)
      saveFile(fileName, csvText([head, ...rows.map((row) => columns.map(({ value }) => value(row)))]))
    } catch (failure) {
      if (!abort.signal.aborted) setError(failure)
    } finally {
      setDone(undefined)
    }
  }
  if (done) {
    return (
      <Button
        variant="default"
        onClick={() => stop.current?.abort()}
        leftSection={<Icon name="close" size={18} />}
      >
        <span role="status">{t('export.progress', { rows: done.rows, total: done.total })}</span>
        <Progress
          value={done.total === 0 ? 0 : (100 * done.rows) / done.total}
          w={60}
          ml="xs"
          aria-label={t('export.csv')}
        />
      </Button>
    )
  }
  return (
    <>
      {error !== undefined && (
        <Text size="sm" c="var(--status-bad)" role="alert">
          {sentenceOf(error)}
        </Text>
      )}
      <Button variant="default" onClick={() => void run()} leftSection={<Icon name="download" size={18} />}>
        {t('export.csv')}
      </Button>
    </>
  )
}
