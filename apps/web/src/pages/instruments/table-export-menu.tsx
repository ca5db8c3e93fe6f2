import { t } from '../../base/messages.ts'
import { ExportMenu } from '../../components/download/export-menu.tsx'
import type { InstrumentFilters } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Hands out all that the table finds, with the columns that it shows or with all. */
export function TableExportMenu({ filters, columns }: { filters: InstrumentFilters; columns: string }) {
  const { api } = useWorkspace()
  return (
    <ExportMenu
      choices={[
        {
          label: t('export.shownColumns'),
          href: (format) => api.exportInstruments.url({ query: { ...filters, columns, format } }),
        },
        {
          label: t('export.allColumns'),
          href: (format) => api.exportInstruments.url({ query: { ...filters, format } }),
        },
      ]}
    />
  )
}
