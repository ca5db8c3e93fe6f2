import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membersAtSites, responsibleMember } from './responsible-member.ts'

const member = (personId: string, name: string, isEligible = true) => ({
  personId,
  name,
  email: `${personId}@example.com`,
  isEligible,
})
const members = [
  member('tess', 'Tess M\u00FCller'),
  member('ann', 'Ann Smith'),
  member('other', 'Ann Smith'),
  member('left', 'Lou Left', false),
  member('jo', 'Jo Strau\u00DF'),
  member('odd', 'ann@example.com'),
]

test('a row names its responsible person by name or email address, and refusals say what to do', () => {
  const cases: [text: string, currentId: string | null, found: string][] = [
    ['Tess M\u00FCller', null, 'tess'],
    ['tess mu\u0308ller', null, 'tess'],
    ['TESS@example.com', null, 'tess'],
    ['JO STRAU\u1E9E', null, 'jo'],
    ['Jo Strauss', null, 'import.responsible_unknown'],
    ['Ann Smith', null, 'import.responsible_ambiguous'],
    ['Ann Smith', 'other', 'other'],
    ['ann@example.com', null, 'ann'],
    ['Lou Left', null, 'field.not_assignable'],
    ['Lou Left', 'left', 'left'],
    ['Nobody', 'tess', 'import.responsible_unknown'],
  ]
  for (const [text, currentId, found] of cases) {
    const read = responsibleMember(text, members, currentId)
    assert.equal(typeof read === 'string' ? read : read.key, found, text)
  }
})

test('the members who can be responsible are computed once per site', () => {
  const requested: (string | undefined)[] = []
  const membersAt = membersAtSites(members, ({ personId }, siteId) => {
    requested.push(siteId)
    return personId === 'tess' || siteId === 'north'
  })
  const eligibleAt = (siteId: string | undefined) =>
    membersAt(siteId).flatMap(({ personId, isEligible }) => (isEligible ? [personId] : []))
  for (const siteId of ['south', 'south', undefined, undefined])
    assert.deepEqual(eligibleAt(siteId), ['tess'])
  for (const siteId of ['north', 'north']) assert.equal(eligibleAt(siteId).length, members.length)
  assert.equal(requested.length, 3 * members.length)
})
