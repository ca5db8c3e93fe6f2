import { calibrationResults } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { t } from '../../../base/messages.ts'
import { recordFieldId } from '../../../components/calibration-record/record-labels.ts'
import form from '../calibrate.module.css'
import styles from './result-choice.module.css'

interface ResultChoiceProps {
  label: ReactNode
  hint: ReactNode
  /** Who asks for it, for those who hear the page. */
  description: string | undefined
  value: string
  error: string | undefined
  onChange: (result: string) => void
}

/** The five results side by side: one press of a finger, or of the arrow keys. */
export function ResultChoice({ label, hint, description, value, error, onChange }: ResultChoiceProps) {
  const id = recordFieldId('result')
  return (
    <fieldset
      className={styles.result}
      aria-invalid={error !== undefined || undefined}
      aria-description={description}
    >
      <legend>
        {label}
        {hint !== undefined && <span className={form.under}>{hint}</span>}
      </legend>
      <div className={styles.choices}>
        {calibrationResults.map((result, index) => (
          <label key={result} className={styles.choice} data-checked={value === result || undefined}>
            <input
              type="radio"
              name={id}
              {...(index === 0 && { id })}
              value={result}
              checked={value === result}
              {...(error !== undefined && { 'aria-describedby': `${id}-error` })}
              onChange={() => onChange(result)}
            />
            {t(`result.${result}`)}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
