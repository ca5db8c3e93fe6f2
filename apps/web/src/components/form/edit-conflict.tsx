import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import styles from './edit-conflict.module.css'

/** A field that another user has changed meanwhile, as displayed. */
export interface Difference {
  key: string
  label: string
  /** The stored value. */
  theirs: ReactNode
  /** The value typed here; undefined if the field was not changed here, in which case the stored value is used. */
  mine: ReactNode | undefined
}

/**
 * A notice that another user has saved first. Entries are retained and can be applied to the newer version. It is scrolled
 * into view.
 * @param differences the changes of the other user, if the form provides them
 */
export function EditConflict({
  words,
  differences = [],
  onTakeNewer,
}: {
  words: string
  differences?: readonly Difference[] | undefined
  onTakeNewer: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Stack ref={box} tabIndex={-1} role="alert" p="md" bg="var(--status-soon-fill)" c="var(--status-soon)">
      <Group justify="space-between">
        <Text maw={640}>{words}</Text>
        <Button variant="default" className={styles.takeNewer} onClick={onTakeNewer}>
          {t('instrumentForm.takeNewer')}
        </Button>
      </Group>
      {differences.length > 0 && <Differences differences={differences} />}
    </Stack>
  )
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <table className={styles.differences}>
      <thead>
        <tr>
          {(['field', 'theirs', 'mine'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`overtaken.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences.map(({ key, label, theirs, mine }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td data-head={t('overtaken.theirs')}>{theirs}</td>
            <td data-head={t('overtaken.mine')}>{mine ?? t('overtaken.untouched')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
