import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roles, type NotificationKind, type Role } from '@plumbline/contract'
import {
  deciders,
  isPresent,
  kindsOfRole,
  kindsShownTo,
  mayBeNotified,
  type Recipient,
} from './recipients.ts'

const now = new Date('2026-11-21T08:00:00.000Z')
const member = (members: Partial<Recipient> = {}): Recipient => ({
  personId: 'p',
  role: 'admin',
  siteIds: null,
  isActive: true,
  accessEndsAt: null,
  ...members,
})

const ABOUT_WORK: NotificationKind[] = [
  'record_rejected',
  'finding_opened',
  'finding_assigned',
  'work_assigned',
  'mentioned',
  'instrument_overdue',
]
const OF_THE_WORKSPACE: NotificationKind[] = ['webhook_disabled', 'backup_overdue']
const KINDS: Partial<Record<Role, NotificationKind[]>> = {
  admin: ['approval_requested', ...ABOUT_WORK, ...OF_THE_WORKSPACE],
  manager: ['approval_requested', ...ABOUT_WORK],
  technician: ABOUT_WORK,
}

for (const role of roles) {
  test(`${role}: is notified of what the role can act on; of the whole workspace only with access to all sites`, () => {
    const kinds = KINDS[role] ?? []
    assert.deepEqual(kindsOfRole(role), kinds)
    assert.deepEqual(kindsShownTo({ role, siteIds: null }), kinds)
    const ofSites = kinds.filter((kind) => !OF_THE_WORKSPACE.includes(kind))
    assert.deepEqual(kindsShownTo({ role, siteIds: ['a'] }), ofSites)
    for (const kind of KINDS.admin!) {
      const isNotified = (siteIds: string[] | null, siteId: string | null) =>
        mayBeNotified(member({ role, siteIds }), { kind, siteId }, now)
      const isOfRole = kinds.includes(kind)
      assert.equal(isNotified(null, 'a'), isOfRole)
      assert.equal(isNotified(null, null), isOfRole)
      assert.equal(isNotified(['a'], 'a'), ofSites.includes(kind))
      assert.equal(isNotified(['a'], null), ofSites.includes(kind))
      assert.equal(isNotified(['a'], 'b'), false)
      assert.equal(isNotified([], 'b'), false)
    }
  })
}

test('deactivated members, and those whose access has ended, are not notified', () => {
  const cases: [members: Partial<Recipient>, isThere: boolean][] = [
    [{}, true],
    [{ isActive: false }, false],
    [{ accessEndsAt: '2026-11-21T08:00:00.001Z' }, true],
    [{ accessEndsAt: '2026-11-21T08:00:00.000Z' }, false],
    [{ accessEndsAt: '2026-11-21T07:59:59.999Z' }, false],
    [{ isActive: false, accessEndsAt: '2027-01-01T00:00:00.000Z' }, false],
  ]
  for (const [members, isThere] of cases) {
    assert.equal(isPresent(member(members), now), isThere)
    assert.equal(mayBeNotified(member(members), { kind: 'finding_opened', siteId: null }, now), isThere)
  }
})

test('admins and managers decide on records', () => {
  const members = roles.map((role) => member({ role, personId: role }))
  assert.deepEqual(deciders(members).toSorted(), ['admin', 'manager'])
})
