import type { SchemaPhase } from '../migrated.ts'
import type { Phase } from '../migrations/schema-change.ts'
import type { RunningNode } from './running-nodes.ts'

/** A migration that a database lacks. */
export interface PendingMigration {
  name: string
  phase?: Phase | undefined
}

export interface MigrationPlan {
  /** The first pending migrations, which can be applied now. */
  ready: string[]
  /** The others, which have to wait. */
  waiting: string[]
  /** The nodes that they wait for. */
  waitsFor: RunningNode[]
  /** Whether the program can use the database although these are not applied. */
  isUsable: boolean
}

/**
 * Plans the pending migrations in their order: expansions at once, each other one as soon as all running nodes know it.
 */
export function planMigrations(
  pending: readonly PendingMigration[],
  nodes: readonly RunningNode[],
): MigrationPlan {
  const isReady = ({ name, phase }: PendingMigration): boolean =>
    phase === 'expand' || nodes.every(({ schema }) => schema >= name)
  const first = pending.findIndex((migration) => !isReady(migration))
  const ready = first === -1 ? pending : pending.slice(0, first)
  const waiting = pending.slice(ready.length)
  return {
    ready: ready.map(({ name }) => name),
    waiting: waiting.map(({ name }) => name),
    waitsFor: nodes.filter(({ schema }) => waiting.some(({ name }) => schema < name)),
    isUsable: waiting.every(({ phase }) => phase === 'contract'),
  }
}

/** Finds how far a database is on its way to the schema of a program. */
export function findPhase(
  pending: readonly PendingMigration[],
  { waitsFor, isUsable }: MigrationPlan,
): SchemaPhase {
  if (pending.length === 0) return 'done'
  if (!isUsable || pending.some(({ phase }) => phase === undefined)) return 'stop'
  if (pending.some(({ phase }) => phase === 'expand')) return 'expand'
  return waitsFor.length > 0 ? 'migrate' : 'contract'
}
