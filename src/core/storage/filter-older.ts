import type { Micros } from '../base/clock.ts'
import type { ListedEntry } from './object-store.ts'

/** Yields the names of the entries that were last changed before a time. */
export async function* filterOlder(
  before: Micros,
  entries: AsyncIterable<ListedEntry>,
): AsyncGenerator<string> {
  for await (const { name, changedAt } of entries) if (changedAt < before) yield name
}
