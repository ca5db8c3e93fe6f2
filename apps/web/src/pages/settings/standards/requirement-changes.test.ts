import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardOperations, type FieldRequirementsResponse } from '@plumbline/contract'
import { requirementChanges } from './requirement-changes.ts'

const example: FieldRequirementsResponse = standardOperations.getFieldRequirements.reply.example
const field = (name: string, requirement: string, required_by: string[] = []) => ({
  ...example.calibration.fields[0]!,
  field: name,
  label: name,
  requirement,
  required_by,
})
const asking = (...fields: ReturnType<typeof field>[]): FieldRequirementsResponse => ({
  ...example,
  calibration: { enforced: true, fields },
})

test('unchanged requirements are omitted', () => {
  assert.deepEqual(requirementChanges(example, example), [])
})

test('fields that become required are listed first, with the standards that require them', () => {
  const before = asking(field('a', 'optional'), field('b', 'required', ['X']), field('c', 'recommended'))
  const after = asking(
    field('a', 'recommended'),
    field('b', 'required', ['X', 'Y']),
    field('c', 'required', ['Y']),
  )
  assert.deepEqual(
    requirementChanges(before, after).map((change) => [change.field, change.before, change.after]),
    [
      ['c', 'recommended', 'required'],
      ['a', 'optional', 'recommended'],
    ],
  )
  assert.deepEqual(requirementChanges(before, after)[0]!.requiredBy, ['Y'])
})

test('relaxed requirements are shown, too', () => {
  const [change] = requirementChanges(asking(field('a', 'required', ['X'])), asking(field('a', 'optional')))
  assert.deepEqual([change?.before, change?.after, change?.requiredBy], ['required', 'optional', []])
})
