import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { APP_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { verifyFile } from '@plumbline/ledger-verify'
import { HANG_MS } from '@plumbline/testing'
import { firstDifference, rebuildLedger, verifyLedger } from '../../src/modules/ledger/index.ts'
import { openDatabase } from '../../src/platform/db/index.ts'
import { projections } from '../../src/projections.ts'
import { readResponses } from './responses.ts'
import { differencesOf, isDeliberate } from './compare-responses.ts'
import { askingOf } from './release-app.ts'
import {
  releaseFiles,
  storedReleases,
  openRelease,
  readRecorded,
  readDeliberateChanges,
  unpacked,
} from './stored-release.ts'

/** Maximum number of differences that are printed. */
const DIFFERENCES_SHOWN = 20

const folders = await storedReleases()

for (const folder of folders) {
  const version = basename(folder)
  const release = await openRelease(folder)
  const { kept, db, app, secrets, dataDir, connection, sessions } = release
  const workspaceIds = [kept.workspaceId, kept.otherWorkspaceId]

  test(`data of release ${version} matches its ledgers after every migration since`, async () => {
    for (const workspaceId of workspaceIds) {
      const report = await verifyLedger({ db, secrets, projections }, workspaceId)
      assert.equal(firstDifference(report), null, JSON.stringify(report.rowFaults))
      assert.ok(report.size > 0 && report.rowsCompared > 0)
    }
  })

  test(`every table of release ${version} is built again from its ledgers, and is the one that there is`, async () => {
    const owner = openDatabase({
      connection,
      poolSize: 1,
      role: undefined,
      requestDeadlineMs: HANG_MS,
      onIdleError: () => undefined,
    })
    for (const workspaceId of workspaceIds) {
      const parts = { owner, secrets, projections, heldMax: 100 }
      const report = await rebuildLedger(parts, workspaceId, { takeLog: false })
      assert.equal(firstDifference(report), null, JSON.stringify(report.rowFaults))
      assert.ok(report.size > 0 && report.rowsCompared > 0)
    }
  })

  test(`the independent verifier accepts the ledgers that release ${version} exported`, async () => {
    for (const workspaceId of workspaceIds) {
      const bundle = await unpacked(join(folder, releaseFiles.exportOf(workspaceId)))
      const vkey = kept.verifierKeys[workspaceId]
      const { what, verdict } = await verifyFile(Readable.from([bundle]), { vkey })
      assert.equal(what, 'ledger')
      assert.ok(verdict.holds, verdict.holds ? '' : verdict.fault.sentence)
    }
  })

  test(`each response of release ${version} is still returned, with every member and its value`, async () => {
    const asking = await askingOf(app, kept)
    const changes = await readDeliberateChanges(folder)
    const differing: string[] = []
    const recorded = await readRecorded(folder)
    const responses = await readResponses(asking, recorded)
    for (const [position, { operation, api, as, path, status, body }] of recorded.entries()) {
      for (const difference of differencesOf({ status, body }, responses[position])) {
        if (isDeliberate(operation, difference, changes)) continue
        differing.push(`${operation} (${api}, as ${as}, ${path}): ${JSON.stringify(difference)}`)
      }
    }
    const shown = differing.slice(0, DIFFERENCES_SHOWN).join('\n')
    assert.equal(differing.length, 0, `${differing.length} differences, first:\n${shown}`)
  })

  test(`people of release ${version} sign in by their passwords, and again where they were signed in`, async () => {
    for (const payload of Object.values(kept.people)) {
      const response = await app.inject({ method: 'POST', url: `${SIGN_IN_PREFIX}/sign-in/email`, payload })
      assert.equal(response.statusCode, 200, payload.email)
    }
    assert.ok(sessions.length > 0)
    const key = secrets.derive('sign-in').toString('base64url')
    for (const { token, email } of sessions) {
      const value = `${token}.${createHmac('sha256', key).update(token).digest('base64')}`
      const cookie = `plumbline.session_token=${encodeURIComponent(value)}`
      const response = await app.inject({ url: `${APP_API_PREFIX}/me`, headers: { cookie } })
      // Their rows carry no MAC.
      assert.equal(response.statusCode, 401, email)
    }
  })

  test(`certificates that release ${version} issued are byte for byte the same`, async () => {
    const certificates = Object.entries(kept.certificates)
    assert.ok(certificates.length > 0)
    for (const [calibrationId, sha256] of certificates) {
      const file = join(dataDir, 'objects/certificates', kept.workspaceId, calibrationId)
      const bytes = await readFile(file)
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
    }
  })
}

test('releases are kept, including the first one', () => {
  assert.ok(folders.some((folder) => basename(folder) === '0.1.0'))
})
