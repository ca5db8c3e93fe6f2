import assert from 'node:assert/strict'
import test from 'node:test'
import { readS3Address } from './s3-address.ts'

test('a bucket without an endpoint is at Amazon, addressed as by AWS tools', () => {
  assert.deepEqual(readS3Address('s3://laboratory-files?region=eu-central-1'), {
    bucket: 'laboratory-files',
    region: 'eu-central-1',
    endpoint: undefined,
    publicEndpoint: undefined,
    pathStyle: false,
    credentials: undefined,
  })
})

test('another service is given by its endpoint and addressed by path', () => {
  const url =
    's3://AKID:se%2Fcr%40t@files?endpoint=http://storage:9000/&public_endpoint=https://files.example.com'
  assert.deepEqual(readS3Address(url), {
    bucket: 'files',
    region: 'us-east-1',
    endpoint: 'http://storage:9000',
    publicEndpoint: 'https://files.example.com',
    pathStyle: true,
    credentials: { accessKeyId: 'AKID', secretAccessKey: 'se/cr@t' },
  })
})

test('the addressing style can be chosen', () => {
  assert.equal(readS3Address('s3://files?endpoint=https://oss.example.com&path_style=false').pathStyle, false)
})

const refused: [url: string, says: RegExp][] = [
  ['https://files', /begins with s3:/],
  ['s3://', /begins with s3:/],
  ['s3:files', /begins with s3:/],
  ['not an address', /begins with s3:/],
  ['s3://files/folder', /no folder/],
  ['s3://files?endpont=http://a', /not "endpont"/],
  ['s3://files?endpoint=storage:9000', /as endpoint/],
  ['s3://files?endpoint=http://a/b', /as endpoint/],
  ['s3://files?public_endpoint=ftp://a', /as public_endpoint/],
  ['s3://files?path_style=maybe', /as path_style/],
  ['s3://onlykey@files', /with its secret/],
]

for (const [url, says] of refused) {
  test(`${url} is refused with a sentence`, () => {
    assert.throws(() => readS3Address(url), says)
  })
}

test('a refusal never shows the secret', () => {
  assert.throws(
    () => readS3Address('s3://AKID:topsecret@files/folder'),
    (error: Error) => !error.message.includes('topsecret'),
  )
})
