import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'

/**
 * Returns the key by which rate limits count a client: an IPv4 address, or the /64 network of an IPv6 address,
 * since providers assign a whole /64 to one customer.
 * @param trustedHops number of proxies in front of this server. Each appends the address of its peer to
 *   X-Forwarded-For. Entries to the left of theirs come from the client and can be forged
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } },
  trustedHops: number,
): string {
  const forwarded = trustedHops > 0 ? splitForwarded(headers['x-forwarded-for']) : []
  const path = [...forwarded, socket.remoteAddress ?? '']
  // If there are fewer entries than proxies, the request bypassed the first proxy.
  const trusted = path.slice(-(trustedHops + 1)).map(parseAddress)
  const address = trusted.find((hop) => hop !== undefined)
  return address === undefined ? 'unknown' : toNetwork(address)
}

function splitForwarded(header: string | string[] | undefined): string[] {
  return header === undefined ? [] : [header].flat().join(',').split(',')
}

/** Strips port, brackets and zone; undefined if the entry is not an IP address. */
function parseAddress(entry: string): string | undefined {
  const text = entry.trim()
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? []
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : address
}

function toNetwork(address: string): string {
  if (isIPv4(address)) return address
  const groups = parseGroups(address)
  const mapped = toMappedIpv4(groups)
  if (mapped !== undefined) return mapped
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight 16-bit groups of an IPv6 address. */
function parseGroups(address: string): number[] {
  const [head = '', tail] = address.replace(/[\d.]+\.\d+$/, toIpv6Groups).split('::')
  const read = (part = ''): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [read(head), read(tail)]
  const missing = 8 - first.length - last.length
  return [...first, ...Array.from({ length: missing }, () => 0), ...last]
}

/** `192.0.2.1` → `c000:201`. */
function toIpv6Groups(text: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':')
}

/** The IPv4 address in an IPv4-mapped one such as `::ffff:192.0.2.1` (RFC 4291, section 2.5.5.2). */
function toMappedIpv4(groups: number[]): string | undefined {
  const [sixth, high = 0, low = 0] = groups.slice(5)
  if (sixth !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return undefined
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
