import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { newKey, serveLocalStorage } from './storages.ts'
import { formOf, sendForm } from './upload-form.ts'

// Started by a test with a limited file size, which simulates a full disk: uploads a file over the limit and one under
// it, and prints what happened as JSON.
const served = await serveLocalStorage()
const { storage } = served
const upload = async (sizeBytes: number) => {
  const ticket = await storage.uploadTicket({ key: newKey(), contentType: 'application/pdf' })
  return sendForm(ticket.upload_url, formOf(ticket, randomBytes(sizeBytes)))
}
const large = await upload(1_000_000)
const objects = await Array.fromAsync(storage.list(''))
const small = await upload(1000)
const unfinished = await readdir(join(served.dataDir, 'objects/.unfinished'))
await served.stop()
process.stdout.write(JSON.stringify({ large, objects: objects.length, small, unfinished: unfinished.length }))
