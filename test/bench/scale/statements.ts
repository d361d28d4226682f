import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Postgres } from '../../support/postgres.ts'

/** A statement that the program sent, with its parameters as text. */
export interface Statement {
  text: string
  parameters: (string | null)[]
}

/** Longer than the log and its settings take. */
const SETTLE_MS = 200

/** Statements of jobs and of transactions, which run beside a request. */
const UNRELATED =
  /^(begin|commit|rollback|savepoint|release|set |select pg_advisory)|\b(job|job_pause|maintenance_run)\b/u

/** Lets PostgreSQL log all statements while `send` runs, and returns those of requests, in their order. */
export async function captureStatements(
  postgres: Postgres,
  send: () => Promise<unknown>,
): Promise<Statement[]> {
  const from = postgres.log.length
  await send()
  await pause(SETTLE_MS)
  return parseLog(postgres.log.slice(from)).filter(({ text }) => !UNRELATED.test(text))
}

/** Switches the log of all statements on or off. */
export async function logStatements(postgres: Postgres, isOn: boolean): Promise<void> {
  await postgres.query(`alter system set log_min_duration_statement = ${isOn ? 0 : -1}`)
  await postgres.query('select pg_reload_conf()')
  await pause(SETTLE_MS)
}

const EXECUTED = /LOG: {2}duration: [\d.]+ ms {2}(?:execute [^:]+|statement): (?<text>.*)$/su
const PARAMETER = /\$\d+ = (?:NULL|'((?:[^']|'')*)')/gsu

function parseLog(lines: readonly string[]): Statement[] {
  // Further lines of a message begin with a tab.
  const messages = lines.join('\n').replaceAll('\n\t', '\u0000').split('\n')
  const texts = messages.map((one) => one.replaceAll('\u0000', '\n'))
  return texts.flatMap((message, index) => {
    const text = EXECUTED.exec(message)?.groups?.text
    return text === undefined ? [] : [{ text, parameters: parseParameters(texts[index + 1] ?? '') }]
  })
}

function parseParameters(detail: string): Statement['parameters'] {
  if (!detail.startsWith('DETAIL:')) return []
  return [...detail.matchAll(PARAMETER)].map(([, value]) => value?.replaceAll("''", "'") ?? null)
}

/** Connects to a database, and returns a function that runs statements one after the other, as the program sends them. */
export async function connectBare(address: string) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return {
    async run(statements: readonly Statement[]): Promise<void> {
      for (const { text, parameters } of statements) await client.query(text, parameters)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
