import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useContext } from 'react'
import { t } from '../../../base/messages.ts'
import { Markdown } from '../../../components/markdown/markdown.tsx'
import { instructionsOfQuery } from '../../../queries/documents.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { roleWords } from '../offered-standards.ts'
import { WorkOfPoints } from './point-standard-field.tsx'
import styles from './points.module.css'
import type { PointsProcedure } from './use-form-points.ts'

/** Loaded on demand, because most procedures have no documents. */
const DocumentList = lazy(() => import('../../../components/documents/document-list.tsx'))
const ProcedureDocuments = lazy(() => import('../../../components/documents/procedure-documents.tsx'))

/** The work instruction and documents of the procedure, collapsed at first. */
export function WorkInstruction({ procedure }: { procedure: PointsProcedure | null }) {
  const { workspaceId } = useWorkspace()
  const { instrumentId } = useContext(WorkOfPoints)
  const { data: documents = [] } = useQuery({
    ...instructionsOfQuery(workspaceId, instrumentId),
    enabled: instrumentId !== '',
  })
  const text = procedure?.workInstruction ?? null
  const standards = procedure?.requiredStandards ?? []
  const ofProcedure = procedure?.documents ?? []
  const isEmpty = standards.length === 0 && documents.length === 0 && ofProcedure.length === 0
  if (!text && isEmpty) return null
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
        {procedure !== null && ofProcedure.length > 0 && (
          <Suspense fallback={null}>
            <ProcedureDocuments procedureId={procedure.procedureId} documents={ofProcedure} />
          </Suspense>
        )}
        {documents.length > 0 && (
          <Suspense fallback={null}>
            <DocumentList documents={documents} />
          </Suspense>
        )}
      </div>
    </details>
  )
}
