import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { MICROS_PER_SECOND } from '../../core/base/clock.ts'
import { readTrustedCertificates } from '../client/certificates.ts'
import type { Cli } from '../cli.ts'
import { findProxies } from '../client/proxies.ts'
import { createResults, type CheckResult } from './check-result.ts'

const MIN_VALID_DAYS = 14
const MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND
const TIMEOUT_MS = 5000

/** Tells which proxy requests use, or else until when the certificate of the instance is valid. */
export async function checkConnection(cli: Cli, url: string): Promise<CheckResult[]> {
  const { protocol, hostname, port } = new URL(url)
  const { httpProxy, httpsProxy, noProxy } = findProxies(cli.env, cli.globals.proxy)
  const proxy = protocol === 'https:' ? httpsProxy : httpProxy
  if (proxy !== '') return [describeProxy(proxy, noProxy)]
  if (protocol !== 'https:') return []
  const { caFile } = cli.globals
  const end = await readCertificateEnd({
    host: hostname,
    port: Number(port || 443),
    ...(caFile !== undefined && { ca: readTrustedCertificates(caFile) }),
  })
  // A certificate that is not trusted is an error of the instance's own check.
  return end === undefined ? [] : [checkCertificate(cli, end)]
}

/** Omits the password. */
function describeProxy(proxy: string, direct: string): CheckResult {
  const { note, error } = createResults('proxy')
  const address = URL.parse(proxy)
  if (address === null) {
    return error('The proxy is not a URL.', 'Set HTTPS_PROXY, for example to http://proxy:3128')
  }
  return note(`Requests use the proxy ${address.origin}${direct ? `, except to ${direct}` : ''}.`)
}

/** @returns undefined if there is no trusted connection in time */
function readCertificateEnd(options: {
  host: string
  port: number
  ca?: string[]
}): Promise<Date | undefined> {
  const { promise, resolve } = Promise.withResolvers<Date | undefined>()
  // An address is not a server name.
  const servername = isIP(options.host) ? '' : options.host
  const socket = connect({ ...options, servername, timeout: TIMEOUT_MS }, () => {
    resolve(new Date(socket.getPeerCertificate().valid_to))
    socket.destroy()
  })
  socket.on('error', () => resolve(undefined))
  socket.on('timeout', () => socket.destroy())
  socket.on('close', () => resolve(undefined))
  return promise
}

function checkCertificate(cli: Cli, end: Date): CheckResult {
  const { ok, warning } = createResults('certificate')
  const days = Math.floor((end.getTime() * 1000 - cli.clock.now()) / MICROS_PER_DAY)
  const message = `The certificate of the instance is valid until ${end.toISOString().slice(0, 10)}.`
  return days >= MIN_VALID_DAYS
    ? ok(message)
    : warning(message, 'Its administrator should renew it.')
}
