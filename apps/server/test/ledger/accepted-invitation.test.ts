import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIGN_IN_PREFIX } from '@plumbline/contract'
import { verifyLedger } from '../../src/modules/ledger/index.ts'
import { projections } from '../../src/projections.ts'
import { call, startTestApp } from '../app.ts'
import { signInAs, tokenIn } from '../session.ts'

const app = await startTestApp()

test('an accepted invitation and its member are what the ledger says, and a tampered one is found', async () => {
  const workspace = await app.workspace()
  const admin = await signInAs(app, workspace, 'admin')
  const body = { email: 'ines@example.com', name: 'Ines', role: 'technician' }
  const invited = (await admin.call('POST', '/users', { body })).body
  const accepted = await call(`${app.origin}${SIGN_IN_PREFIX}/invitation/accept`, 'POST', {
    body: { token: tokenIn(invited.invitation_link), password: 'a horse of my own' },
  })
  assert.equal(accepted.status, 200)
  const verify = () => verifyLedger({ ...app.parts, projections }, workspace.id)
  const { fault, rowFaults } = await verify()
  assert.deepEqual({ fault, rowFaults }, { fault: null, rowFaults: [] })
  await app.asOwner((owner) =>
    owner.query(`update invitations set role = 'admin' where workspace_id = $1`, [workspace.id]),
  )
  const [found] = (await verify()).rowFaults
  assert.deepEqual(
    [found?.table, found?.column, found?.expected, found?.actual],
    ['invitations', 'role', 'technician', 'admin'],
  )
})
