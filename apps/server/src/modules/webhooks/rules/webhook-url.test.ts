import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { because } from '@plumbline/contract'
import { assertProperty } from '@plumbline/testing'
import { readAllowedTargets } from './allowed-targets.ts'
import { isPublicAddress } from './public-address.ts'
import { readWebhookUrl } from './webhook-url.ts'

const PRODUCTION = { allowPrivateTargets: false }
const DEVELOPMENT = { allowPrivateTargets: true }

/** Urls parted by white space, so that the tables stay readable. */
const urls = (text: string): string[] => text.trim().split(/\s+/)

const REFUSED: Record<string, readonly string[]> = {
  'any scheme but https': urls(`
    http://example.com/ ftp://example.com/ file:///etc/passwd gopher://example.com/ ws://example.com
    javascript:alert(1) data:text/plain,x //example.com/ example.com https https: https:///x
    https:example.com https:/example.com https:////example.com https:// https://?x https://:443/
    httpss://example.com xhttps://example.com http+unix://example.com`),
  'user information': urls(`
    https://user@example.com/ https://user:pass@example.com/ https://@example.com/ https://:@example.com/
    https://example.com@127.0.0.1/ https://example.com:443@127.0.0.1/`),
  'backslashes, spaces, control and non-ASCII bytes': [
    'https:\\\\example.com',
    'https://example.com\\@127.0.0.1/',
    'https://127.0.0.1\\.example.com/',
    'https://example.com/a\\b',
    '',
    ' https://example.com/',
    'https://example.com/ ',
    'https://example.com/a b',
    'https://exam\tple.com/',
    'https://example.com/\n',
    '\u0000https://example.com',
    'https://exam\u007fple.com',
    'https://example.com/\r\nHost: x',
    'https://exämple.com/',
    'https://example.com/ü',
    '\ufeffhttps://example.com',
    'https://example\u00adexample.com/',
    'https://exam\u200bple.com/',
    'https://example.com/\ud800',
  ],
  'full-width and other Unicode digits and dots': urls(`
    https://１２７.0.0.1/ https://127。0。0。1/ https://①②⑦.0.0.1/ https://127．0．0．1/ https://٨.8.8.8/
    https://ⓛocalhost/ https://ｌｏｃａｌｈｏｓｔ/ https://localhoſt/ https://𝟏27.0.0.1/`),
  'IPv4 in other than four decimal parts, public or not': urls(`
    https://2130706433/ https://017700000001/ https://0x7f000001/ https://0X7F000001/ https://127.1/
    https://127.0.1/ https://0/ https://0x7f.1/ https://0177.0.0.1/ https://127.0.0.0x1/ https://example.0x/
    https://127.0.0.01/ https://0x7f.0x0.0x0.0x1/ https://127.0.0.1./ https://8.8.8.8./ https://8.8/
    https://134744072/ https://0x08080808/ https://010.8.8.8/ https://256.8.8.8/ https://8.8.8.8.8/
    https://00000000177.0.0.1/ https://4294967297/ https://1e3/ https://foo.127/`),
  'percent-encoded hosts': urls(`
    https://%6c%6f%63alhost/ https://127%2e0%2e0%2e1/ https://%31%32%37.0.0.1/ https://exam%70le.com/
    https://example.com%2f@127.0.0.1/ https://example.com%00.local/ https://%5b::1%5d/`),
  'names of this host and of local networks': urls(`
    https://localhost/ https://LOCALHOST/ https://LocalHost:8443/ https://localhost./ https://a.localhost/
    https://A.LOCALHOST https://localhost.localdomain/ https://localhost4.localdomain4/ https://localhost6.localdomain6/
    https://ip6-localhost/
    https://metadata.google.internal/ https://x.INTERNAL/ https://printer.local/ https://x.local./
    https://internal/ https://local/ https://router.home.arpa/ https://intranet/ https://metadata/`),
  'malformed names': urls(`
    https://example.com./ https://example..com/ https://.example.com/ https://-a.example.com/ https://./
    https://a-.example.com/ https://${'a'.repeat(64)}.com/ https://${'a.'.repeat(130)}com/ https://a,b.com/
    https://exa*mple.com/ https://exa!mple.com/ https://<a>.com/
    https://a;b.com/ https://a'b.com/ https://a$b.com/ https://a&b.com/ https://a|b.com/`),
  'IPv4 addresses that are not public': urls(`
    https://127.0.0.1/ https://10.0.0.1/ https://169.254.169.254/latest/meta-data/ https://0.0.0.0/
    https://192.168.1.1:8443/ https://100.100.100.200/ https://168.63.129.16/ https://255.255.255.255/`),
  'IPv6 addresses that are not public': urls(`
    https://[::]/ https://[::1]/ https://[0:0:0:0:0:0:0:1]/ https://[::127.0.0.1]/ https://[::7f00:1]/
    https://[::ffff:127.0.0.1]/ https://[::FFFF:7F00:1]/ https://[::ffff:8.8.8.8]/ https://[fe80::1]/
    https://[::ffff:0:127.0.0.1]/ https://[64:ff9b::7f00:1]/ https://[64:ff9b::10.0.0.1]/ https://[fec0::1]/
    https://[64:ff9b:1::1]/ https://[2002:7f00:1::]/ https://[fd00:ec2::254]/ https://[ff02::1]/
    https://[2001::1]/ https://[2a00:1450::5efe:10.0.0.1]/`),
  'IPv6 literals that are not exactly one address': urls(`
    https://[fe80::1%25eth0]/ https://[2606:4700::1%eth0]/ https://[]/ https://[8.8.8.8]/ https://[::1/
    https://::1/ https://2606:4700:4700::1111/ https://[2606:4700::1]x/ https://x[2606:4700::1]/
    https://[2606:4700:::1]/ https://[[2606:4700::1]]/ https://[2606:4700::0127.0.0.1]/ https://[v1.x]/
    https://[example.com]/`),
  'ports that are not plain numbers': urls(`
    https://example.com:/ https://example.com:0/ https://example.com:65536/ https://example.com:0443/
    https://example.com:+443/ https://example.com:-1/ https://example.com:4a3/ https://example.com:443:443/
    https://example.com:999999999999/ https://example.com:0x1bb/ https://[2606:4700::1]:/`),
  fragments: urls(`
    https://example.com/# https://example.com/#x https://example.com#@127.0.0.1/ https://example.com/?a#b`),
}

for (const [what, refused] of Object.entries(REFUSED)) {
  test(`a webhook url with ${what} is refused`, () => {
    for (const url of refused) {
      const reading = readWebhookUrl(url, PRODUCTION)
      assert.ok('refused' in reading, JSON.stringify(url))
      assert.match(reading.refused.key, /^webhook\./, url)
    }
  })
}

const ACCEPTED: readonly [
  string,
  { hostname: string; port: number; path: string; literalAddress?: string },
][] = [
  ['https://example.com', { hostname: 'example.com', port: 443, path: '/' }],
  ['https://example.com/hooks?a=b&c=%20d', { hostname: 'example.com', port: 443, path: '/hooks?a=b&c=%20d' }],
  ['HTTPS://Hooks.Example.COM:8443/In', { hostname: 'hooks.example.com', port: 8443, path: '/In' }],
  ['https://example.com?x=1', { hostname: 'example.com', port: 443, path: '/?x=1' }],
  ['https://example.com/a@b:c', { hostname: 'example.com', port: 443, path: '/a@b:c' }],
  ['https://my_hooks.example.com/', { hostname: 'my_hooks.example.com', port: 443, path: '/' }],
  ['https://xn--bcher-kva.example/', { hostname: 'xn--bcher-kva.example', port: 443, path: '/' }],
  ['https://127.0.0.1.example.com/', { hostname: '127.0.0.1.example.com', port: 443, path: '/' }],
  ['https://hooks.example.3d/', { hostname: 'hooks.example.3d', port: 443, path: '/' }],
  ['https://localhost.example.com/', { hostname: 'localhost.example.com', port: 443, path: '/' }],
  [
    'https://93.184.216.34/',
    { hostname: '93.184.216.34', port: 443, path: '/', literalAddress: '93.184.216.34' },
  ],
  [
    'https://[2606:4700:4700:0:0:0:0:1111]:9443/x',
    { hostname: '2606:4700:4700::1111', port: 9443, path: '/x', literalAddress: '2606:4700:4700::1111' },
  ],
]

for (const [url, expected] of ACCEPTED) {
  test(`${url} is read as host, port and path`, () => {
    const reading = readWebhookUrl(url, PRODUCTION)
    assert.deepEqual(reading, { url, protocol: 'https:', ...expected })
  })
}

test('ports, lengths and labels are accepted up to their limits, and refused beyond with the reason', () => {
  const long = (length: number) => `https://${'a.'.repeat(100)}${'b'.repeat(length - 204)}.com/`
  const reasonOf = (url: string) => {
    const reading = readWebhookUrl(url, PRODUCTION)
    return 'refused' in reading ? reading.refused : null
  }
  for (const url of [
    'https://example.com:65535/',
    'https://example.com:1/',
    long(253),
    'https://example.1.com/',
    'https://1.2.3.example.com/',
  ])
    assert.equal(reasonOf(url), null, url)
  assert.deepEqual(reasonOf(long(254)), because('webhook.host_labels'))
  assert.deepEqual(reasonOf('https://example.1/'), because('webhook.ipv4'))
  assert.deepEqual(reasonOf('https://example.com/#'), because('webhook.fragment'))
  assert.deepEqual(reasonOf('https://example.com:65536/'), because('webhook.port'))
  assert.deepEqual(reasonOf('https://example.com:0/'), because('webhook.port'))
})

test('a port outside the allowed set is refused, the default port included', () => {
  const rules = { allowPrivateTargets: false, allowedPorts: new Set([8443, 443]) }
  assert.ok(!('refused' in readWebhookUrl('https://example.com/', rules)))
  assert.ok(!('refused' in readWebhookUrl('https://example.com:8443/', rules)))
  assert.deepEqual(readWebhookUrl('https://example.com:22/', rules), {
    refused: because('webhook.port_refused', { port: '22', allowed: '443, 8443' }),
  })
  const only8443 = { allowPrivateTargets: false, allowedPorts: new Set([8443]) }
  assert.ok('refused' in readWebhookUrl('https://example.com/', only8443))
})

test('a local name that the operator allows is accepted, at its port alone', () => {
  const allowedTargets = readAllowedTargets([
    { target: 'erp.internal', port: 8443 },
    { target: 'receiver', port: undefined },
  ])
  const rules = { allowPrivateTargets: false, allowedTargets }
  for (const url of urls('https://erp.internal:8443/ https://receiver/ https://receiver:9443/')) {
    assert.ok(!('refused' in readWebhookUrl(url, rules)), url)
  }
  for (const url of urls('https://erp.internal/ https://other.internal:8443/ https://a.receiver.local/')) {
    assert.deepEqual(readWebhookUrl(url, rules), { refused: because('webhook.host_internal') }, url)
  }
})

test('development lets loopback, plain http, local names and every port through', () => {
  const rules = { allowPrivateTargets: true, allowedPorts: new Set([443]) }
  const allowed = urls(`
    http://localhost:8080/x http://127.0.0.1:1/ https://[::1]:9443/ http://receiver:3000/
    https://printer.local/ http://10.0.0.1/ https://example.com/`)
  for (const url of allowed) assert.ok(!('refused' in readWebhookUrl(url, rules)), url)
  const reading = readWebhookUrl('http://localhost/x', DEVELOPMENT)
  assert.ok(!('refused' in reading))
  assert.equal(reading.port, 80)
})

test('development still refuses texts that can be read in two ways', () => {
  const refused = urls(`
    ftp://localhost/ http://a@localhost/ http://2130706433/ http://localhost./ http://127.1/
    http://loc%61lhost/ http://localhost/#x http://local\\host/ http://localhost:0/`)
  for (const url of refused) assert.ok('refused' in readWebhookUrl(url, DEVELOPMENT), url)
})

/** Parts of texts that are urls as a rule, with parts that make another host of one among them. */
const odd = fc.constantFrom(
  ...urls(
    '@ : / \\ %2e . [ ] :: 127 0x7f 8.8.8.8 1 localhost example com # ? 443 xn-- - ffff http:// 2606:4700',
  ),
  '２',
  '\t',
  ' ',
)
const seldomOdd = (usual: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd })
const label = fc.constantFrom(
  'example',
  'hooks',
  'a-b',
  'my_hooks',
  'xn--bcher-kva',
  '127',
  '0x7f',
  'EXAMPLE',
)
const publicHost = fc.oneof(
  fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => [...labels, 'com'].join('.')),
  fc.constantFrom('8.8.8.8', '93.184.216.34', '[2606:4700::1111]', '10.0.0.1', '[::1]', '127.1'),
)
const texts = fc
  .tuple(
    seldomOdd(fc.constant('https://')),
    seldomOdd(publicHost),
    seldomOdd(fc.constantFrom('', ':443', ':8443')),
    seldomOdd(fc.constantFrom('', '/', '/in', '/a@b', '/?x=1', '/%2e%2e/x')),
  )
  .map((parts) => parts.join(''))
const scrambled = fc.array(odd, { maxLength: 8 }).map((parts) => `https://${parts.join('')}`)

test('any text that is accepted leads every URL parser to the same public host', () => {
  let read = 0
  let letThrough = 0
  assertProperty(
    fc.property(fc.oneof({ weight: 3, arbitrary: texts }, { weight: 1, arbitrary: scrambled }), (text) => {
      read += 1
      const reading = readWebhookUrl(text, PRODUCTION)
      if ('refused' in reading) return
      letThrough += 1
      const parsed = new URL(text)
      assert.equal(parsed.hostname.replaceAll(/[[\]]/g, ''), reading.hostname)
      assert.equal(`${parsed.username}${parsed.password}${parsed.hash}`, '')
      if (reading.literalAddress !== undefined) assert.ok(isPublicAddress(reading.literalAddress))
    }),
    { numRuns: 5000 },
  )
  assert.ok(letThrough * 5 > read, `${letThrough} of ${read} texts were let through`)
})
