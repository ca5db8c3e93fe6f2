import type { ReactNode } from 'react'
import { Panel } from '../../components/panel.tsx'
import styles from './settings-form.module.css'

/** Read-only settings for users who may not change them; empty ones are omitted. */
export function Facts({
  title,
  facts,
}: {
  title: string
  facts: readonly (readonly [label: string, value: ReactNode])[]
}) {
  const set = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (set.length === 0) return null
  return (
    <Panel title={title}>
      <dl className={styles.facts}>
        {set.flatMap(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label}=`}>{value}</dd>])}
      </dl>
    </Panel>
  )
}
