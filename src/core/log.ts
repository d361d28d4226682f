import { pino, destination, type Logger as PinoLogger } from 'pino'

/** Structured log lines (JSON, one per line, on standard error). */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child' | 'level'>

/** Keys whose values never reach a log, wherever they stand in a line. */
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

export function createLog(level: string): Logger {
  const paths = SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`])
  return pino(
    { level, redact: paths, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ dest: 2, sync: true }),
  )
}

export const silentLog: Logger = pino({ level: 'silent' })
