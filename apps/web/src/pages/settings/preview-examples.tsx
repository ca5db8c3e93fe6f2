import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './settings-form.module.css'

/** How an instrument stands under some settings. */
export interface PreviewReading {
  due_date: string | null
}

/** An instrument as it is and as it would be under other settings. */
export interface PreviewExample<R extends PreviewReading> {
  id: string
  asset_tag: string | null
  name: string | null
  current: R
  after: R
}

/** Instruments that other settings would move: the due date now and then, and below it how they stand. */
export function PreviewExamples<R extends PreviewReading>({
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
      {[current, after].map((reading, place) => (
        <td key={place === 0 ? 'now' : 'then'}>
          {reading.due_date === null ? '–' : formatDate(reading.due_date)}
          <br />
          {stands(reading)}
        </td>
      ))}
    </tr>
  )
}
