import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ClassTableSummary } from '@plumbline/contract'
import { builtInClasses, classesOf, designatedRow } from '@plumbline/contract/procedure'
import { t } from '../../../../base/messages.ts'
import { classTableQuery, usableClassTablesQuery } from '../../../../queries/class-tables.ts'
import { useWorkspace } from '../../../../state/workspace.ts'
import type { MakerPartProps } from './limit-fields.tsx'
import {
  readStoredSource,
  storedSource,
  OWN_TABLE,
  TYPED,
  type StoredClass,
  type MakerKind,
} from './maker-values.ts'

/** Selects the source of the limits: a built-in class, a class of a workspace's table, or typed values. */
export function ClassField({ values, onChange }: MakerPartProps) {
  const { workspaceId } = useWorkspace()
  const { data: tables = [] } = useQuery(usableClassTablesQuery(workspaceId))
  const storedTable = tables.find(({ id }) => id === readStoredSource(values.source)?.tableId)
  const stated = builtInClasses.find(({ key }) => key === values.source) ?? storedTable
  const storedChoices = tables.flatMap((table) => choicesOf(table, values.kind))
  const typed = values.kind === 'blocks' ? [] : [{ value: TYPED, label: t('maker.typed') }]
  const own = { value: OWN_TABLE, label: t('maker.ownTable') }
  return (
    <NativeSelect
      label={t('maker.class')}
      description={stated?.source}
      value={values.source}
      data={[
        ...typed,
        ...(storedChoices.length > 0 ? [{ group: t('maker.kept'), items: storedChoices }] : []),
        {
          group: t('maker.builtIn'),
          items: builtInClasses.map(({ key, name }) => ({ value: key, label: name })),
        },
        { group: t('maker.other'), items: [own] },
      ]}
      onChange={(event) => {
        const source = event.currentTarget.value
        const table = tables.find(({ id }) => id === readStoredSource(source)?.tableId)
        onChange({ source, ...(table && { unit: table.unit }) })
      }}
    />
  )
}

/** Returns the classes of a table; those with separate limits per member are only for limit gauges. */
function choicesOf(table: ClassTableSummary, kind: MakerKind) {
  return classesOf(table).flatMap(({ name, members }, index) =>
    kind === 'blocks' && members
      ? []
      : [{ value: storedSource(table.id, index), label: `${table.name}, ${name}` }],
  )
}

/** Returns the class of a workspace's table with its rows; undefined until it is loaded, and for other sources. */
export function useStoredClass(source: string): StoredClass | undefined {
  const { workspaceId } = useWorkspace()
  const parsed = readStoredSource(source)
  const query = classTableQuery(workspaceId, parsed?.tableId ?? '')
  const { data } = useQuery({ ...query, enabled: parsed !== undefined })
  const table = data?.body
  const tabled = parsed && table && classesOf(table)[parsed.index]
  if (!tabled) return undefined
  const { name: tableName, version, source: stated } = table
  return {
    ...tabled,
    table,
    note: t('maker.classNote', { table: tableName, name: tabled.name, version, source: stated }),
  }
}

/** Fills in designation and sizes from a row of the table, if its rows have designations. */
export function DesignationField({
  storedClass,
  values,
  onChange,
}: MakerPartProps & { storedClass: StoredClass | undefined }) {
  const designations = storedClass?.table.rows.flatMap(({ designation }) => designation ?? []) ?? []
  if (!storedClass || values.kind === 'blocks' || designations.length === 0) return null
  const present = designatedRow(storedClass.table, values.designation)
  return (
    <NativeSelect
      label={t('maker.designationRow')}
      value={present?.designation ?? ''}
      data={[
        { value: '', label: t('maker.byDesignation') },
        ...designations.map((value) => ({ value, label: value })),
      ]}
      onChange={(event) => {
        const designation = event.currentTarget.value
        const limits = designatedRow(storedClass.table, designation)?.limits ?? []
        const { GO = storedClass.single, 'NO-GO': noGo = storedClass.single } = storedClass.members ?? {}
        onChange({
          designation,
          go: limits[GO ?? -1]?.nominal ?? values.go,
          noGo: limits[noGo ?? -1]?.nominal ?? values.noGo,
        })
      }}
    />
  )
}
