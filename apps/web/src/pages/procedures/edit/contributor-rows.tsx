import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import {
  CONTRIBUTORS_MAX,
  contributorDistributions,
  contributorTypes,
  contributorValueSources,
} from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { Icon } from '../../../components/icons.tsx'
import type { SectionProps } from './draft-section.tsx'
import { emptyContributor, newKey, type ContributorValues } from './draft-values.ts'
import styles from './draft-form.module.css'

/** Columns of the table, each with a member of contributors and its width. */
const columns = [
  ['name', 150],
  ['value_from', 175],
  ['value', 100],
  ['unit', 70],
  ['type', 66],
  ['distribution', 132],
  ['divisor', 80],
  ['sensitivity', 96],
  ['degrees_of_freedom', 64],
  ['source', 130],
] as const satisfies (readonly [keyof ContributorValues, number])[]
type ColumnName = (typeof columns)[number][0]

interface RowsProps {
  contributors: readonly ContributorValues[]
  path: string
  errors: SectionProps['errors']
  onChange: (contributors: ContributorValues[]) => void
}

/** The contributors of a budget, one per row. */
export function ContributorRows(props: RowsProps) {
  const { contributors, path, errors, onChange } = props
  return (
    <div className={styles.contributors}>
      <table>
        <caption className="visually-hidden">{t('budget.contributors')}</caption>
        <Heads />
        <tbody>
          {contributors.map((contributor, index) => (
            <Row
              key={contributor.key}
              contributor={contributor}
              number={index + 1}
              errorOf={(member) => errors[`${path}.${index}.${member}`]}
              onChange={(now) => onChange(contributors.with(index, now))}
              onRemove={() => onChange(contributors.toSpliced(index, 1))}
            />
          ))}
        </tbody>
      </table>
      <Problems {...props} />
      <Group mt="xs">
        <Button
          variant="subtle"
          leftSection={<Icon name="plus" size={16} />}
          disabled={contributors.length >= CONTRIBUTORS_MAX}
          onClick={() => onChange([...contributors, emptyContributor(newKey())])}
        >
          {t('budget.addContributor')}
        </Button>
      </Group>
    </div>
  )
}

function Heads() {
  return (
    <thead>
      <tr>
        {columns.map(([name]) => (
          <th key={name} scope="col">
            {t(`budget.column.${name}`)}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">{t('procedure.acts')}</span>
        </th>
      </tr>
    </thead>
  )
}

/** The errors of the contributors as a whole. */
function Problems({ contributors, path, errors }: RowsProps) {
  return contributors.map(({ key, name }, index) => {
    const problem = errors[`${path}.${index}`]
    if (problem === undefined) return null
    return (
      <Text key={key} size="sm" c="var(--status-bad)">
        {name || index + 1}: {problem}
      </Text>
    )
  })
}

interface RowProps {
  contributor: ContributorValues
  number: number
  errorOf: (member: ColumnName) => string | undefined
  onChange: (contributor: ContributorValues) => void
  onRemove: () => void
}

function Row(props: RowProps) {
  const { contributor, number, onRemove } = props
  const name = contributor.name || String(number)
  return (
    <tr>
      {columns.map(([member, width]) => (
        <td key={member} style={{ minWidth: width }}>
          <Cell {...props} member={member} name={name} />
        </td>
      ))}
      <td>
        <ActionIcon variant="subtle" aria-label={t('budget.removeContributor', { name })} onClick={onRemove}>
          <Icon name="close" size={16} />
        </ActionIcon>
      </td>
    </tr>
  )
}

function Cell({
  member,
  name,
  contributor,
  errorOf,
  onChange,
}: RowProps & { member: ColumnName; name: string }) {
  const field = {
    'aria-label': t('budget.cell', { column: t(`budget.column.${member}`), name }),
    value: contributor[member],
    error: errorOf(member),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...contributor, [member]: event.currentTarget.value }),
  }
  const choices = choicesOf(member)
  if (choices) return <NativeSelect {...field} data={choices} />
  return (
    <TextInput
      {...field}
      disabled={member === 'value' && contributor.value_from !== ''}
      {...(numbers.has(member) && { inputMode: 'decimal' as const })}
    />
  )
}

const numbers: ReadonlySet<ColumnName> = new Set(['value', 'divisor', 'sensitivity', 'degrees_of_freedom'])

/** The options of a member with a fixed set of values. */
function choicesOf(member: ColumnName): { value: string; label: string }[] | undefined {
  if (member === 'type') return contributorTypes.map((value) => ({ value, label: value }))
  if (member === 'distribution') {
    return contributorDistributions.map((value) => ({ value, label: t(`budget.distribution.${value}`) }))
  }
  if (member !== 'value_from') return undefined
  const sources = contributorValueSources.map((value) => ({ value, label: t(`budget.from.${value}`) }))
  return [{ value: '', label: t('budget.from.stated') }, ...sources]
}
