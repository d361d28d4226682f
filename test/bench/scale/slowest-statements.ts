import type { Postgres } from '../../support/postgres.ts'
import { startTable } from '../support/table.ts'

const SHOWN = 10
const SHOWN_CHARACTERS = 100

interface Statement {
  text: string
  calls: number
  plans: number
  plan: number
  run: number
}

/** Forgets what the statements of all databases have cost. */
export async function resetStatements(postgres: Postgres): Promise<void> {
  await postgres.query('create extension if not exists pg_stat_statements')
  await postgres.query('select pg_stat_statements_reset()')
}

/** Prints the statements that took longest in all: milliseconds a call to plan and to run them. */
export async function printSlowest(postgres: Postgres): Promise<void> {
  const statements = await postgres.query<Statement>(
    `select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::integer, plans::integer,
       total_plan_time / calls as plan, total_exec_time / calls as run
     from pg_stat_statements where calls > 0 order by total_plan_time + total_exec_time desc limit ${SHOWN}`,
  )
  const print = startTable('calls', 'planned', 'plan ms', 'run ms', 'statement')
  for (const { text, calls, plans, plan, run } of statements) {
    print(calls, plans, plan.toFixed(2), run.toFixed(2), text.slice(0, SHOWN_CHARACTERS))
  }
}
