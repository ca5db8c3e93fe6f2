import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { addProcedureDocument, attachDocument, uploadedFile } from '../../test/documents.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { draftProcedure } from '../../test/workspaces/released-procedure.ts'
import { signInAs } from '../../test/session.ts'

const app = await startTestApp()
const lab = await openLaboratory(app)
const folder = mkdtempSync(join(tmpdir(), 'plumbline-verify-files-'))
after(() => rmSync(folder, { recursive: true }))
const plumbline = startCommandHost(folder)
const { DATA_DIR } = app.parts.config
const environment = {
  DATABASE_URL: app.databaseUrl,
  DATA_DIR,
  SECRET_KEY: 'a secret of the tests that nothing else uses',
}
const verify = (...words: string[]) => plumbline(['ledger', 'verify', ...words], environment)
const manager = await signInAs(app, lab, 'manager')

/** An instrument with an issued certificate and a document. */
async function filed() {
  const { id } = await lab.instrument()
  const record = await lab.calibrate(id as string)
  await app.call('GET', `/calibrations/${record.id}/certificate`, { key: lab.key })
  await attachDocument(manager, id as string, 'photo.png')
  return record.id as string
}

const objects = (kind: string) => Array.fromAsync(app.storage.list(`${kind}/`))

describe('ledger verify --files', () => {
  test('reads every file, and prints how many', async () => {
    await filed()
    await filed()
    const { exitCode, stdout, stderr } = await verify('--files')
    assert.deepEqual([exitCode, stderr], [0, ''])
    assert.match(stdout, /is intact: .* 4 stored files read\.\n$/)
    assert.doesNotMatch((await verify()).stdout, /stored files/)
  })

  test('names altered and missing files, and so does doctor', async () => {
    const [certificate] = await objects('certificates')
    const [document] = await objects('documents')
    await app.storage.put(certificate!.key, Buffer.from('%PDF-1.7 altered'), 'application/pdf')
    await app.storage.delete(document!.key)
    const { exitCode, stdout, stderr } = await verify('--files')
    assert.equal(exitCode, 1)
    assert.match(stderr, /^plumbline: a stored file of \S+ is not what its ledger records: certificate /)
    assert.match(stdout, /FAILED verification of its files/)
    assert.match(stdout, /\n {2}certificate \S+ of calibration \S+ was altered\./)
    assert.match(stdout, /\n {2}document photo\.png \(\S+\) is missing\./)
    const { workspaces } = JSON.parse((await verify('--files', '--json')).stdout)
    assert.deepEqual(
      [
        workspaces[0].holds,
        workspaces[0].files_read,
        workspaces[0].file_faults.map((one: { state: string }) => one.state),
      ],
      [false, 4, ['altered', 'missing']],
    )
    // Without --files only the ledger and its tables are looked at.
    assert.equal((await verify()).exitCode, 0)
    const doctor = await plumbline(['doctor'], environment)
    assert.match(doctor.stdout, /ERROR {3}contents of files: 2 of 4 sampled are not as recorded: /)
  })

  test('reads documents of procedures and of providers, too', async () => {
    const other = await openLaboratory(app)
    const by = await signInAs(app, other, 'manager')
    const { procedure_id: procedureId } = await draftProcedure(by)
    await addProcedureDocument(by, procedureId, 'work-instruction.png')
    const { body: provider } = await by.call('POST', '/providers', { body: { name: 'Norrland' } })
    const path = `/providers/${provider.id}/documents`
    const key = await uploadedFile(by, path, 'accreditation.png')
    const registered = await by.call('POST', path, { body: { key, file_name: 'accreditation.png' } })
    assert.equal(registered.status, 201, JSON.stringify(registered.body))
    const check = async () => JSON.parse((await verify('--files', '--json', '--workspace', other.id)).stdout)
    const [whole] = (await check()).workspaces
    assert.deepEqual([whole.holds, whole.files_read], [true, 2])
    const stored = await Array.fromAsync(app.storage.list(`documents/${other.id}/`))
    for (const { key: file } of stored) await app.storage.put(file, Buffer.from('altered'), 'image/png')
    const [altered] = (await check()).workspaces
    assert.deepEqual(
      altered.file_faults.map((one: { state: string }) => one.state),
      ['altered', 'altered'],
    )
  })
})
