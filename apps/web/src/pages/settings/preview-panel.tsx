import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount, formatDate } from '../../base/formats.ts'
import { type MessageKey, t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { sentenceOf } from '../../components/error-summary.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { useWorkspace } from '../../state/workspace.ts'
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
  /** Message if nothing changes, with a count. */
  nothing: MessageKey
  /** Message with the number of instruments whose status changes. */
  turned: MessageKey
  /** Message that only some examples are listed, with the number `shown`. */
  someOf: MessageKey
}

interface PreviewProps<R> {
  words: PreviewWords
  /** Number of instruments whose status would change. */
  turned: number | undefined
  /** Renders the status of an instrument, below its due date. */
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

/** The status of an instrument under some settings. */
interface PreviewReading {
  due_date: string | null
}

/** The current status of an instrument, and that under other settings. */
interface PreviewExample<R extends PreviewReading> {
  id: string
  asset_tag: string | null
  name: string | null
  current: R
  after: R
}

/** Instruments that other settings would change: the due dates before and after, with the statuses below. */
function PreviewExamples<R extends PreviewReading>({
  examples,
  more,
  stands,
}: {
  examples: readonly PreviewExample<R>[]
  /** Said below when these are not all. */
  more: string | undefined
  stands: (reading: R) => ReactNode
}) {
  return (
    // Tables scroll by themselves on narrow screens, and the keyboard must get there.
    <div className={styles.scroll} role="region" aria-label={t('preview.examples')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('preview.instrument')}</th>
            <th scope="col">{t('preview.now')}</th>
            <th scope="col">{t('preview.then')}</th>
          </tr>
        </thead>
        <tbody>
          {examples.map((example) => (
            <Row key={example.id} example={example} stands={stands} />
          ))}
        </tbody>
      </table>
      {more !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          {more}
        </Text>
      )}
    </div>
  )
}

function Row<R extends PreviewReading>({
  example: { id, asset_tag, name, current, after },
  stands,
}: {
  example: PreviewExample<R>
  stands: (reading: R) => ReactNode
}) {
  const { workspaceId } = useWorkspace()
  return (
    <tr>
      <td>
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: id }}
          size="sm"
          target="_blank"
        >
          {asset_tag ?? '–'}
        </LinkAnchor>
        <br />
        {name}
      </td>
      {[current, after].map((reading, index) => (
        <td key={index === 0 ? 'now' : 'then'}>
          {reading.due_date === null ? '–' : formatDate(reading.due_date)}
          <br />
          {stands(reading)}
        </td>
      ))}
    </tr>
  )
}
