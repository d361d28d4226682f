import { connect } from 'node:tls'
import { MICROS_PER_SECOND } from '../../core/clock.ts'
import type { Cli } from '../cli.ts'
import { createResults, type CheckResult } from './check-result.ts'

const MIN_VALID_DAYS = 14
const MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND
const TIMEOUT_MS = 5000

/** Tells which proxy requests use, or else until when the certificate of the instance is valid. */
export async function checkConnection(cli: Cli, url: string): Promise<CheckResult[]> {
  const { protocol, hostname, port } = new URL(url)
  const proxy = findProxy(cli.env, protocol)
  if (proxy !== undefined) return [describeProxy(cli.env, proxy)]
  if (protocol !== 'https:') return []
  const end = await readCertificateEnd(hostname, Number(port || 443))
  // A certificate that is not trusted is an error of the instance's own check.
  return end === undefined ? [] : [checkCertificate(cli, end)]
}

function findProxy(env: NodeJS.ProcessEnv, protocol: string): string | undefined {
  const name = protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  return env[name] || env[name.toUpperCase()] || undefined
}

/** Omits the password. */
function describeProxy(env: NodeJS.ProcessEnv, proxy: string): CheckResult {
  const { note, error } = createResults('proxy')
  const address = URL.parse(proxy)
  if (address === null) {
    return error('The proxy is not a URL.', 'Set HTTPS_PROXY, for example to http://proxy:3128')
  }
  const direct = env.no_proxy || env.NO_PROXY
  return note(`Requests use the proxy ${address.origin}${direct ? `, except to ${direct}` : ''}.`)
}

/** @returns undefined if there is no trusted connection in time */
function readCertificateEnd(host: string, port: number): Promise<Date | undefined> {
  const { promise, resolve } = Promise.withResolvers<Date | undefined>()
  const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
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
