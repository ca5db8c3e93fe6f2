import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Query } from '../../../api.ts'
import type { RowSelection } from '../../../components/data-table/use-selection.ts'
import { t } from '../../../messages.ts'
import styles from './bulk-change.module.css'
import type { BulkSubject } from './walk-parts.ts'

const BulkChangeDialog = lazy(async () => {
  const { BulkChangeDialog: dialog } = await import('./bulk-change-dialog.tsx')
  return { default: dialog }
})

/** What is chosen, and what can be done with it; nothing while nothing is chosen. */
export function SelectionBar({
  selection,
  filter,
  total,
}: {
  selection: RowSelection
  /** The filter of the table, for all that it finds. */
  filter: Query
  total: number
}) {
  const [subject, setSubject] = useState<BulkSubject>()
  const count = selection.isAll ? total : selection.ids.size
  return (
    <>
      {count > 0 && (
        <div className={`${styles.bar} screen-only`} role="group" aria-label={t('bulk.selection')}>
          <strong role="status">{t('bulk.selected', { count })}</strong>
          <Button
            size="sm"
            onClick={() =>
              setSubject(selection.isAll ? { filter, total } : { ids: [...selection.ids], total: count })
            }
          >
            {t('bulk.change')}
          </Button>
          {!selection.isAll && total > count && (
            <Button size="sm" variant="default" onClick={selection.chooseAll}>
              {t('bulk.selectAll', { count: total })}
            </Button>
          )}
          <Button size="sm" variant="subtle" onClick={selection.clear}>
            {t('bulk.clear')}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {subject && (
          <BulkChangeDialog
            subject={subject}
            onClose={() => setSubject(undefined)}
            onDone={selection.clear}
          />
        )}
      </Suspense>
    </>
  )
}
