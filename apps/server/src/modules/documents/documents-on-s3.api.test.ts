import { after, test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { s3TestsSkipped, startS3Server } from '../../platform/storage/test/s3-server.ts'
import { documentSuite } from './test/document-suite.ts'

const skipped = s3TestsSkipped()

if (skipped === false) {
  const server = await startS3Server()
  after(() => server.stop())
  documentSuite(await startTestApp({ STORAGE_URL: server.storageUrl }))
} else {
  test('documents on S3', { skip: skipped }, () => undefined)
}
