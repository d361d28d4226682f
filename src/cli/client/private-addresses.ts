import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { CatalogError } from '../../core/base/errors.ts'

/** Code of the refusal of an address that is not public. */
export const PRIVATE_ADDRESS = 'url.private'

/** Addresses that are not globally reachable, of IANA's special-purpose registry for IPv4, and multicast. */
const PRIVATE_V4 = createBlockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
])

/**
 * Those of IPv6, with the ranges that contain an IPv4 address. A list of its own, because Node.js compares IPv4 addresses
 * with `::ffff:0:0/96`, too.
 */
const PRIVATE_V6 = createBlockList('ipv6', [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
])

/** Addresses by which networks without IPv4 reach hosts that have only that (RFC 6052). */
const TRANSLATED = createBlockList('ipv6', [['64:ff9b::', 96]])

function createBlockList(family: 'ipv4' | 'ipv6', ranges: readonly [string, number][]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family)
  return list
}

/** Whether an IP address is of a private network, of this host or otherwise not public. True if it is no address. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return PRIVATE_V4.check(address, 'ipv4')
  // An address with a zone, such as fe80::1%eth0, is a local one.
  if (family !== 6 || address.includes('%')) return true
  if (TRANSLATED.check(address, 'ipv6')) return PRIVATE_V4.check(extractIpv4(address), 'ipv4')
  return PRIVATE_V6.check(address, 'ipv6')
}

/** Returns the last 32 bits of an IPv6 address. */
function extractIpv4(address: string): string {
  // The parser of URLs writes all groups in hexadecimal.
  const groups = new URL(`https://[${address}]`).hostname.slice(1, -1).split(':')
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  return [high, low].flatMap((group = 0) => [group >> 8, group & 255]).join('.')
}

/**
 * Requires that the host of a URL is no private address. Names are only resolved for the connection, by
 * {@link lookUpPublic}.
 * @throws CatalogError code `url.private`
 */
export function requirePublicHost(url: string): void {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw privateAddress(host, host)
}

/**
 * Resolves a name for a connection, and fails if any of its addresses is private. The connection uses no other address,
 * so that a name server cannot answer differently in between.
 */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, [])
    const refused = addresses.find(({ address }) => isPrivateAddress(address))
    if (refused) return callback(privateAddress(hostname, refused.address), [])
    const [first] = addresses
    if (options.all || first === undefined) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}

function privateAddress(host: string, address: string): CatalogError {
  const where = host === address ? '' : ` of ${host}`
  const message = `The download is refused, because the address ${address}${where} is not public. To download from private addresses, add --allow-private-urls.`
  return new CatalogError('invalid', message, { code: PRIVATE_ADDRESS })
}
