import { t } from '../../../base/messages.ts'
import { Markdown } from '../../../components/markdown/markdown.tsx'
import { roleWords } from '../offered-standards.ts'
import styles from './points.module.css'
import type { PointsGround } from './use-form-points.ts'

/** How the procedure has its points measured, and with what: opened where one works, and closed until then. */
export function WorkInstruction({ ground }: { ground: PointsGround }) {
  const { workInstruction: text, requiredStandards: standards } = ground
  if (!text && standards.length === 0) return null
  return (
    <details className={styles.instruction}>
      <summary>{t('procedure.workInstruction')}</summary>
      <div tabIndex={0} role="group" aria-label={t('procedure.workInstruction')}>
        {standards.length > 0 && (
          <>
            <h3>{t('procedure.requiredStandards')}</h3>
            <ul>
              {standards.map((standard, index) => (
                <li key={index}>{roleWords(standard)}</li>
              ))}
            </ul>
          </>
        )}
        {text && <Markdown text={text} />}
      </div>
    </details>
  )
}
