import { preparedQuery } from './prepared-query.ts'
import type { Reads } from './store.ts'

/** Values that tell whether a cached list is current, and how to find it. */
export interface CatalogState {
  /** Increases with every change that a list depends on. */
  newestChange: number
  /** The highest image id. It is at least the number of images. */
  highestImage: number
}

/** Reads the state with two index lookups, because every list reads it first. */
export async function readCatalogState(reads: Reads): Promise<CatalogState> {
  const [state] = await selectState(reads, {})
  return { newestChange: state?.newestChange ?? 0, highestImage: state?.highestImage ?? 0 }
}

const selectState = preparedQuery((reads: Reads) =>
  reads.selectNoFrom((from) => [
    from
      .selectFrom('change')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .as('newestChange'),
    from
      .selectFrom('image')
      .select(({ fn }) => fn.max('id').as('id'))
      .as('highestImage'),
  ]),
)
