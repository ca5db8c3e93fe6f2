import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { addressBytes, sameAddress } from './address-bytes.ts'
import { isPublicAddress } from './public-address.ts'

/** First and last address of each refused range, and the public neighbours just outside where there are any. */
const IPV4_EDGES: readonly { range: string; inside: string[]; outside: string[] }[] = [
  { range: '0.0.0.0/8', inside: ['0.0.0.0', '0.255.255.255'], outside: ['1.0.0.0'] },
  { range: '10.0.0.0/8', inside: ['10.0.0.0', '10.255.255.255'], outside: ['9.255.255.255', '11.0.0.0'] },
  {
    range: '100.64.0.0/10',
    inside: ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
    outside: ['100.63.255.255', '100.128.0.0'],
  },
  {
    range: '127.0.0.0/8',
    inside: ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
    outside: ['126.255.255.255', '128.0.0.0'],
  },
  {
    range: '168.63.129.16/32',
    inside: ['168.63.129.16'],
    outside: ['168.63.129.15', '168.63.129.17'],
  },
  {
    range: '169.254.0.0/16',
    inside: ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
    outside: ['169.253.255.255', '169.255.0.0'],
  },
  {
    range: '172.16.0.0/12',
    inside: ['172.16.0.0', '172.31.255.255'],
    outside: ['172.15.255.255', '172.32.0.0'],
  },
  {
    range: '192.0.0.0/24',
    inside: ['192.0.0.0', '192.0.0.9', '192.0.0.170', '192.0.0.192', '192.0.0.255'],
    outside: ['191.255.255.255', '192.0.1.0'],
  },
  { range: '192.0.2.0/24', inside: ['192.0.2.0', '192.0.2.255'], outside: ['192.0.1.255', '192.0.3.0'] },
  {
    range: '192.31.196.0/24',
    inside: ['192.31.196.0', '192.31.196.255'],
    outside: ['192.31.195.255', '192.31.197.0'],
  },
  {
    range: '192.52.193.0/24',
    inside: ['192.52.193.0', '192.52.193.255'],
    outside: ['192.52.192.255', '192.52.194.0'],
  },
  {
    range: '192.88.99.0/24',
    inside: ['192.88.99.0', '192.88.99.2', '192.88.99.255'],
    outside: ['192.88.98.255', '192.88.100.0'],
  },
  {
    range: '192.168.0.0/16',
    inside: ['192.168.0.0', '192.168.255.255'],
    outside: ['192.167.255.255', '192.169.0.0'],
  },
  {
    range: '192.175.48.0/24',
    inside: ['192.175.48.0', '192.175.48.255'],
    outside: ['192.175.47.255', '192.175.49.0'],
  },
  {
    range: '198.18.0.0/15',
    inside: ['198.18.0.0', '198.19.255.255'],
    outside: ['198.17.255.255', '198.20.0.0'],
  },
  {
    range: '198.51.100.0/24',
    inside: ['198.51.100.0', '198.51.100.255'],
    outside: ['198.51.99.255', '198.51.101.0'],
  },
  {
    range: '203.0.113.0/24',
    inside: ['203.0.113.0', '203.0.113.255'],
    outside: ['203.0.112.255', '203.0.114.0'],
  },
  { range: '224.0.0.0/4', inside: ['224.0.0.0', '239.255.255.255'], outside: ['223.255.255.255'] },
  { range: '240.0.0.0/4', inside: ['240.0.0.0', '255.255.255.254', '255.255.255.255'], outside: [] },
]

const IPV6_EDGES: typeof IPV4_EDGES = [
  { range: 'unspecified and loopback', inside: ['::', '::1', '0:0:0:0:0:0:0:1'], outside: [] },
  {
    range: '::/96 compatible',
    inside: ['::127.0.0.1', '::7f00:1', '::8.8.8.8', '::ffff:ffff'],
    outside: [],
  },
  {
    range: '::ffff:0:0/96 mapped',
    inside: [
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::FFFF:10.0.0.1',
      '::ffff:8.8.8.8',
      '0:0:0:0:0:ffff:1.1.1.1',
    ],
    outside: [],
  },
  { range: '::ffff:0:0:0/96 translated', inside: ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'], outside: [] },
  {
    range: 'NAT64',
    inside: ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::a00:1'],
    outside: [],
  },
  { range: 'discard and dummy', inside: ['100::', '100::1', '100:0:0:1::', '100:0:0:1:ffff::'], outside: [] },
  { range: '1fff::/16 below global unicast', inside: ['1fff:ffff::'], outside: ['2000::', '2000::1'] },
  {
    range: '2001::/23',
    inside: [
      '2001::',
      '2001::1',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      '2001:1::1',
      '2001:1::2',
      '2001:1::3',
      '2001:2::',
      '2001:3::',
      '2001:4:112::',
      '2001:10::',
      '2001:20::',
      '2001:30::',
      '2001:1ff:ffff::',
    ],
    outside: ['2001:200::', '2001:4860:4860::8888'],
  },
  {
    range: '2001:db8::/32',
    inside: ['2001:db8::', '2001:DB8::1', '2001:db8:ffff::'],
    outside: ['2001:db7:ffff::', '2001:db9::'],
  },
  {
    range: '2002::/16',
    inside: ['2002::', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1', '2002:ffff:ffff::'],
    outside: ['2001:ffff:ffff::', '2003::'],
  },
  {
    range: '2620:4f:8000::/48',
    inside: ['2620:4f:8000::', '2620:4f:8000:ffff::'],
    outside: ['2620:4f:7fff::', '2620:4f:8001::'],
  },
  { range: '3fff::/20', inside: ['3fff::', '3fff:fff:ffff::'], outside: ['3ffe:ffff::', '3fff:1000::'] },
  {
    range: 'above global unicast',
    inside: ['4000::', '5f00::', '5f00::1', '8000::', 'fc00::', 'fd00:ec2::254', 'fd20:ce::254', 'fdff::'],
    outside: [],
  },
  {
    range: 'link-local, site-local, multicast',
    inside: ['fe80::1', 'febf::', 'fec0::', 'feff::1', 'ff00::', 'ff02::1', 'ff0e::1'],
    outside: [],
  },
  {
    range: 'ISATAP under a global prefix',
    inside: ['2a00:1450::5efe:7f00:1', '2a00:1450::200:5efe:10.0.0.1'],
    outside: ['2a00:1450::5eff:7f00:1'],
  },
]

for (const { range, inside, outside } of [...IPV4_EDGES, ...IPV6_EDGES]) {
  test(`${range} is refused from its first to its last address and not beyond`, () => {
    for (const address of inside) assert.equal(isPublicAddress(address), false, address)
    for (const address of outside) assert.equal(isPublicAddress(address), true, address)
  })
}

test('well-known public addresses are public', () => {
  const addresses = [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
  ]
  for (const address of addresses) assert.equal(isPublicAddress(address), true, address)
})

test('a text that is not one plain address is never public', () => {
  const texts = [
    '',
    '8.8.8',
    '134744072',
    '0x8.8.8.8',
    '08.8.8.8',
    '010.8.8.8',
    '8.8.8.8.',
    '8.8.8.256',
    ' 8.8.8.8',
  ]
  texts.push(
    '８.8.8.8',
    '8.8.8.8/32',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    '2606:4700:::1',
    '2606::4700::1',
  )
  texts.push(
    '2606:4700',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4::5:6:7:8',
    '2606:47000::1',
    '2606:8.8.8.8::',
    'example.com',
  )
  for (const text of texts) assert.equal(isPublicAddress(text), false, text)
})

test('an IPv6 address is judged the same in every spelling', () => {
  assertProperty(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
      const long = groups.map((group) => group.toString(16).padStart(4, '0')).join(':')
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1)
      const quad = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff])
      const dotted = [...groups.slice(0, 6).map((group) => group.toString(16)), quad.join('.')].join(':')
      for (const spelling of [short, dotted, long.toUpperCase()]) {
        assert.ok(sameAddress(long, spelling), `${long} ${spelling}`)
        assert.equal(isPublicAddress(spelling), isPublicAddress(long), spelling)
      }
    }),
  )
})

test('an IPv6 address has 16 bytes, and :: stands for one group of zeros or more', () => {
  const bytes = Uint8Array.of(0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0)
  for (const text of ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0']) assert.deepEqual(addressBytes(text), bytes)
  assert.deepEqual(addressBytes('::'), new Uint8Array(16))
  for (const text of ['1:2:3:4::5:6:7:8', '::1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8::', '1:2:3:4:5::6:7:8:9'])
    assert.equal(addressBytes(text), undefined, text)
})

test('an address equals no other, none of another length with the same beginning, and no text', () => {
  for (const [one, other] of [
    ['127.0.0.1', '127.0.0.2'],
    ['127.0.0.1', '7f00:1::'],
    ['7f00:1::', '127.0.0.1'],
    ['::1', '::2'],
    ['127.0.0.1', 'localhost'],
    ['localhost', '127.0.0.1'],
    ['localhost', 'localhost'],
  ] as const) {
    assert.equal(sameAddress(one, other), false, `${one} ${other}`)
  }
})

test('what counts as an address agrees with the runtime, zones excepted', () => {
  const pieces = fc.constantFrom(
    '::',
    ':',
    '.',
    '0',
    '1',
    '10',
    '127',
    '255',
    '256',
    'ffff',
    'fe80',
    '00',
    'g',
    '1.2.3.4',
  )
  assertProperty(
    fc.property(fc.array(pieces, { maxLength: 17 }), (parts) => {
      const text = parts.join('')
      assert.equal(addressBytes(text) !== undefined, isIP(text) !== 0, text)
    }),
    { numRuns: 3000 },
  )
})
