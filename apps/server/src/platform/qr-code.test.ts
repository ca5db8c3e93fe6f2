import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create } from 'qrcode'
import { qrMatrix } from './qr-code.ts'

test('the runs cover exactly the dark modules of the code', () => {
  const address = 'https://cal.northmoor.example/verify/5f0a9c1e3b7d4286a1c0ffee98d27b64'
  const { size, data } = create(address, { errorCorrectionLevel: 'M' }).modules
  const drawn = new Uint8Array(size * size)
  const matrix = qrMatrix(address)
  for (const [row, start, length] of matrix.runs)
    drawn.fill(1, row * size + start, row * size + start + length)
  assert.equal(matrix.size, size)
  assert.deepEqual([...drawn], Array.from(data, Number))
})
