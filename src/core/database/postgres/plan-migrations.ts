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
 * Plans the pending migrations in their order: expansions at once, a contraction when no node is left that does not know it,
 * each other one as soon as all running nodes know it.
 * @param contract whether to apply contractions that the program does not need; they end the way back to the version before
 */
export function planMigrations(
  pending: readonly PendingMigration[],
  nodes: readonly RunningNode[],
  { contract }: { contract: boolean },
): MigrationPlan {
  const needed = pending.findLastIndex(({ phase }) => phase !== 'contract') + 1
  const wanted = contract ? pending : pending.slice(0, needed)
  const first = wanted.findIndex((migration) => nodes.some((node) => forbids(node, migration)))
  const ready = first === -1 ? wanted : wanted.slice(0, first)
  const waiting = pending.slice(ready.length)
  const isUsable = ready.length >= needed
  const due = isUsable ? waiting : pending.slice(ready.length, needed)
  return {
    ready: ready.map(({ name }) => name),
    waiting: waiting.map(({ name }) => name),
    waitsFor: nodes.filter((node) => due.some((migration) => forbids(node, migration))),
    isUsable,
  }
}

/** A silent node may come back after an outage, and then has to find what it uses. */
function forbids({ schema, isSilent }: RunningNode, { name, phase }: PendingMigration): boolean {
  if (phase === 'expand' || schema >= name) return false
  return phase === 'contract' || !isSilent
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
