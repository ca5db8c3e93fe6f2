import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const cases: [string | null, string | undefined, string | undefined][] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0 Safari/537.36`, 'Chrome', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-X200) ${webkit} SamsungBrowser/29.0 Chrome/136.0 Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile Safari/604.1',
    'Safari',
    'iPad',
  ],
  ['curl/8.14.1', 'curl', undefined],
  ['node', 'node', undefined],
  ['Mozilla/5.0', undefined, undefined],
  ['<script>alert(1)</script>', undefined, undefined],
  [null, undefined, undefined],
]

for (const [userAgent, program, system] of cases) {
  test(`${userAgent} is ${program} on ${system}`, () => {
    assert.deepEqual(deviceOf(userAgent), { program, system })
  })
}
