import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import styles from './overtaken.module.css'

/** A field that another person has saved meanwhile, as it is shown. */
export interface Difference {
  key: string
  label: string
  /** What is saved now. */
  theirs: ReactNode
  /** What was typed here; undefined where the field was not touched, which takes the newer value. */
  mine: ReactNode | undefined
}

/**
 * Another person saved first: what was typed is kept, and can be put onto the newer version. It comes into view,
 * however far down the form was left.
 * @param differences what the other person has changed, where the form can say so
 */
export function Overtaken({
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
        <Button variant="default" onClick={onTakeNewer}>
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
            <td>{theirs}</td>
            <td>{mine ?? t('overtaken.untouched')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
