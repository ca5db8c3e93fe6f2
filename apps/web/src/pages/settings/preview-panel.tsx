import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount, formatDate } from '../../base/formats.ts'
import { t, type MessageKey } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { sentenceOf } from '../../components/error-summary.tsx'
import { PreviewExamples, type PreviewExample, type PreviewReading } from './preview-examples.tsx'
import styles from './settings-form.module.css'

/** Long enough to finish a word. */
export const TYPING_MS = 400

/** What every preview shows. */
interface Preview<R extends PreviewReading> {
  due_dates_moved: number
  examined: number
  is_complete: boolean
  today: string
  today_after: string
  examples: readonly PreviewExample<R>[]
}

/** The sentences in which looks ahead differ. */
interface PreviewWords {
  /** That nothing changes, of a count. */
  nothing: MessageKey
  /** How many stand otherwise, of a count. */
  turned: MessageKey
  /** That the examples are not all, with how many are `shown`. */
  someOf: MessageKey
}

interface PreviewProps<R> {
  words: PreviewWords
  /** How many would stand otherwise. */
  turned: number | undefined
  /** How one stands, below its due date. */
  stands: (reading: R) => ReactNode
}

interface Asked<R extends PreviewReading> {
  data: Preview<R> | undefined
  error: Error | null
  isPending: boolean
}

/** What other settings would change: while the server is asked, when it refuses, and its figures. */
export function PreviewPanel<R extends PreviewReading>({
  asked: { data, error, isPending },
  ...props
}: PreviewProps<R> & { asked: Asked<R> }) {
  return (
    <div className={styles.preview} aria-live="polite">
      <Text fw={600}>{t('preview.title')}</Text>
      {error && <Text size="sm">{sentenceOf(error)}</Text>}
      {isPending && !error && <DelayedSkeleton lines={2} />}
      {data && !error && <Figures preview={data} {...props} />}
    </div>
  )
}

function Figures<R extends PreviewReading>({
  preview,
  words,
  turned = 0,
  stands,
}: PreviewProps<R> & { preview: Preview<R> }) {
  const { due_dates_moved: moved, examined, examples } = preview
  return (
    <>
      <Text size="sm">
        {moved === 0 && turned === 0
          ? t(words.nothing, { count: examined })
          : t('preview.figures', {
              dates: t('preview.dates', { count: moved }),
              statuses: t(words.turned, { count: turned }),
              total: t('preview.ofInstruments', { count: examined }),
            })}
        {!preview.is_complete && ` ${t('preview.incomplete', { count: examined })}`}
      </Text>
      {preview.today !== preview.today_after && (
        <Text size="sm">{t('preview.otherDay', { date: formatDate(preview.today_after) })}</Text>
      )}
      {examples.length > 0 && (
        <PreviewExamples
          examples={examples}
          more={
            moved + turned > examples.length
              ? t(words.someOf, { shown: formatCount(examples.length) })
              : undefined
          }
          stands={stands}
        />
      )}
    </>
  )
}
