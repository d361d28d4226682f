import { pino, destination, type DestinationStream, type Logger as PinoLogger } from 'pino'

/** Structured log lines (JSON, one per line, on standard error). */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child' | 'level'>

/** Keys whose values are redacted at every level of a log line. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'set-cookie',
  'access_token',
  'refresh_token',
  'client_secret',
  'code',
  'code_verifier',
  'token',
  'secret',
  'password',
  'signature',
]

/** @param to the destination of the lines; standard error by default */
export function createLog(
  level: string,
  to: DestinationStream = destination({ dest: 2, sync: true }),
): Logger {
  const paths = SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`])
  const timestamp = (): string => `,"time":"${new Date().toISOString()}"`
  return pino({ level, redact: { paths, censor }, base: null, timestamp }, to)
}

/**
 * Keeps error codes such as ENOSPC, and those of PostgreSQL such as 08P01: they are often the only hint at what failed, and
 * no secret looks like one.
 */
function censor(value: unknown, path: string[]): unknown {
  const isErrorCode = path.at(-1) === 'code' && ERROR_CODE.test(String(value))
  return isErrorCode ? value : '[Redacted]'
}

const ERROR_CODE = /^([A-Z][A-Z0-9_]*|[0-9A-Z]{5})$/

export const silentLog: Logger = pino({ level: 'silent' })
