import assert from 'node:assert/strict'
import test from 'node:test'
import { presignedGet } from './s3-presigned-get.ts'

test('an address is signed as in the worked example of the AWS documentation', () => {
  const url = presignedGet(
    new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    {},
    86_400,
    {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    },
    new Date('2013-05-24T00:00:00Z'),
  )
  const signature = new URL(url).searchParams.get('X-Amz-Signature')
  assert.equal(signature, 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404')
})
