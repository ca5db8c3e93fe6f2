import type { ReactNode } from 'react'
import type { DraftValues } from './draft-values.ts'
import styles from './draft-form.module.css'

/** What each section of the form draws its fields from. */
export interface SectionProps {
  values: DraftValues
  /** What the server says of members, by their paths. */
  errors: Readonly<Record<string, string>>
  onChange: (values: DraftValues) => void
}

/** Fields that belong together, under a name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
