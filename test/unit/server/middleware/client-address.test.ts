import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientAddress } from '../../../../src/server/middleware/client-address.ts'

const PROXY = '127.0.0.1'

function counted(remoteAddress: string | undefined, forwarded?: string, hops = 0): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return clientAddress({ socket: { remoteAddress: remoteAddress! }, headers }, hops)
}

test('ignores forwarded addresses without a trusted proxy', () => {
  expect(counted('192.0.2.7', '203.0.113.9')).toBe('192.0.2.7')
})

test.each([
  ['one proxy', 1, '203.0.113.9', '203.0.113.9'],
  ['what the client made up lies left', 1, '10.0.0.1, 198.51.100.2, 203.0.113.9', '203.0.113.9'],
  ['two proxies', 2, '10.0.0.1, 203.0.113.9, 198.51.100.2', '203.0.113.9'],
  ['fewer entries than proxies', 3, '203.0.113.9, 198.51.100.2', '203.0.113.9'],
  ['no header at all', 2, undefined, PROXY],
  ['an empty header', 1, '', PROXY],
  ['no spaces', 1, '10.0.0.1,203.0.113.9', '203.0.113.9'],
  ['a port', 1, '203.0.113.9:50123', '203.0.113.9'],
  ['IPv6 in brackets with a port', 1, '[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64'],
  ['IPv6 in brackets', 1, '[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['a word where an address should be', 1, 'unknown', PROXY],
  ['a word, with a trusted proxy to its right', 2, 'unknown, 198.51.100.2', '198.51.100.2'],
  ['a word, with a forged address to its left', 1, '10.0.0.1, unknown', PROXY],
  ['octal digits', 1, '010.0.0.1', PROXY],
  ['five numbers', 1, '1.2.3.4.5', PROXY],
  ['a header of commas', 1, ',,,', PROXY],
])('counts the address from the right behind trusted proxies: %s', (_, hops, given, expected) => {
  expect(counted(PROXY, given, hops)).toBe(expected)
})

test.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:c000:0207', '192.0.2.7'],
  ['2001:DB8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::192.0.2.7', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
])('counts %s as %s', (address, expected) => {
  expect(counted(address)).toBe(expected)
})

test('counts all closed connections as one client', () => {
  expect(counted(undefined)).toBe('unknown')
})

test('uses the entry of the trusted proxy, whatever the client sends', () => {
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), fc.nat({ max: 4 }), (forged, client, more) => {
      const proxies = Array.from({ length: more }, (_, number) => `198.51.100.${number}`)
      const header = [forged, client, ...proxies].join(', ')
      expect(counted(PROXY, header, more + 1)).toBe(client)
    }),
    { numRuns: 100 },
  )
})

test('counts addresses of one /64 as one client, and those of two separately', () => {
  const group = fc.nat({ max: 0xffff }).map((number) => number.toString(16))
  const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
  // Not the network of IPv4-mapped addresses.
  const network = half.filter((text) => !/^0:0:0:0$/.test(text))
  fc.assert(
    fc.property(network, network, half, half, (net, other, host, host2) => {
      expect(counted(`${net}:${host}`)).toBe(counted(`${net}:${host2}`))
      expect(counted(`${net}:${host}`) === counted(`${other}:${host}`)).toBe(net === other)
    }),
    { numRuns: 100 },
  )
})
