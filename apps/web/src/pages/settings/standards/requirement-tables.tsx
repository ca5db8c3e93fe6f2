import { Text } from '@mantine/core'
import type { FieldRequirementsResponse } from '@plumbline/contract'
import { t, tIfKnown } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { Panel } from '../../../components/panel.tsx'
import { fieldName } from './field-name.ts'

/** Returns the label of a requirement level; an unknown level is returned unchanged. */
export function levelWord(level: string): string {
  return tIfKnown(`requirement.${level}`) ?? level
}

type Scope = 'calibration' | 'instrument'

/** The current requirements for calibrations and for the register. */
export function RequirementTables({ requirements }: { requirements: FieldRequirementsResponse }) {
  return (
    <>
      {(['calibration', 'instrument'] as const).map((scope) => (
        <RequirementTable key={scope} scope={scope} requirements={requirements[scope]} />
      ))}
    </>
  )
}

function RequirementTable({
  scope,
  requirements: { enforced, fields },
}: {
  scope: Scope
  requirements: FieldRequirementsResponse[Scope]
}) {
  return (
    <Panel title={t(`standards.asked.${scope}`)}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(enforced ? 'standards.enforced' : 'standards.advice')}
      </Text>
      <DataTable
        caption={t(`standards.asked.${scope}`)}
        rows={fields.filter(({ requirement }) => requirement !== 'hidden')}
        rowKey={({ field }) => field}
        columns={requirementColumns(scope)}
        empty={<Text size="sm">{t('standards.nothingAsked')}</Text>}
      />
    </Panel>
  )
}

type RequirementRow = FieldRequirementsResponse[Scope]['fields'][number]

const requirementColumns = (scope: Scope): Column<RequirementRow>[] => [
  {
    key: 'field',
    label: t('standards.field'),
    fixed: true,
    render: (one) => fieldName(scope, one),
  },
  {
    key: 'requirement',
    label: t('standards.level'),
    render: ({ requirement }) => levelWord(requirement),
  },
  {
    key: 'by',
    label: t('standards.requiredBy'),
    render: ({ requirement, required_by: by }) =>
      requirement === 'required' && by.length === 0 ? t('standards.always') : by.join(', '),
  },
]
