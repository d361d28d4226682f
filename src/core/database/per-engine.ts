import { sql, type RawBuilder, type RawNode } from 'kysely'

/** The database engines. */
export type EngineName = 'sqlite' | 'postgres'

/** A part of a query for each engine. */
type Variants<T> = Record<EngineName, () => RawBuilder<T>>

interface PerEngineNode extends RawNode {
  readonly variants: Variants<unknown>
}

/**
 * Builds an expression that each engine writes in its own SQL. The query compiler of the engine chooses the variant,
 * so a query is built in the same way for both.
 */
export function perEngine<T>(variants: Variants<T>): RawBuilder<T> {
  const node: PerEngineNode = { kind: 'RawNode', sqlFragments: [], parameters: [], variants }
  return sql<T>`${{ toOperationNode: () => node }}`
}

/** Replaces a node that differs between engines by the variant of one. */
export function chooseVariant(node: RawNode, engine: EngineName): RawNode {
  if (!('variants' in node)) return node
  return (node as PerEngineNode).variants[engine]().toOperationNode()
}
