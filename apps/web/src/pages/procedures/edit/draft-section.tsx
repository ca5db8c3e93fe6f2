import type { ReactNode } from 'react'
import type { DraftValues } from './draft-values.ts'
import styles from './draft-form.module.css'

/** Properties of each section of the form. */
export interface SectionProps {
  values: DraftValues
  /** Errors of the server, by path of the member. */
  errors: Readonly<Record<string, string>>
  onChange: (values: DraftValues) => void
}

/** A titled group of fields. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
