import { Anchor, List, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ApiFailure, fieldErrorsOf } from '../api/index.ts'
import { t } from '../base/messages.ts'
import styles from './error-summary.module.css'

/**
 * A summary of a refused request: the message, and links to the fields if there are several, or if entries are missing. Each
 * new error takes the focus, so pass the same object while it is unchanged.
 */
export function ErrorSummary({
  error,
  labels = {},
  fieldId = (name) => name,
}: {
  error: unknown
  /** Names of fields as the form labels them. */
  labels?: Readonly<Record<string, string>>
  /** The element id of a field's input. */
  fieldId?: (name: string) => string
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) box.current?.focus()
  }, [error])
  if (!error) return null
  const fields = Object.entries(fieldErrorsOf(error))
  return (
    <div ref={box} tabIndex={-1} role="alert" className={styles.box}>
      <Text fw={600}>{sentenceOf(error)}</Text>
      {(fields.length > 1 || (fields.length === 1 && isOfMissing(error))) && (
        <List size="sm" mt={4}>
          {fields.map(([name, problem]) => (
            <List.Item key={name}>
              <Anchor
                href={`#${fieldId(name)}`}
                c="inherit"
                fz="inherit"
                underline="always"
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(fieldId(name))?.focus()
                }}
              >
                {labels[name] ?? name}
              </Anchor>
              {': '}
              {problem}
            </List.Item>
          ))}
        </List>
      )}
    </div>
  )
}

/** Whether the message states the number of missing entries without naming fields. */
function isOfMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'FIELD_REQUIREMENTS_UNMET'
}

/** Returns the sentence for a failure. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return t('failure.hint')
  if (error.code === 'OFFLINE') return t('failure.offline')
  const fields = Object.keys(fieldErrorsOf(error)).length
  if (error.code === 'VALIDATION_ERROR' && fields > 0) return t('failure.fields', { count: fields })
  if (error.code === 'FIELD_REQUIREMENTS_UNMET') return t('failure.missing', { count: fields })
  return error.message
}
