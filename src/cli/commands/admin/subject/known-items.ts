import type { Config } from '../../../../core/config/config.ts'
import type { KnowledgeBase } from '../../../../core/integrations/knowledge-base.ts'
import { MAX_ITEMS } from '../../../../core/integrations/wikidata.ts'
import type { FoundItem } from '../../../../core/integrations/wikidata-entity.ts'
import { splitListIntoBatches } from '../../../../core/base/split-into-batches.ts'
import type { Cli } from '../../../cli.ts'
import { openItemSource, type FindItems, type ItemOptions } from './item-source.ts'
import { describeLack } from './subject-result.ts'

/** Labels and descriptions of Wikidata items, fetched in batches for use cases that ask for one item at a time. */
export function createKnownItems(cli: Cli, options: ItemOptions) {
  const known = new Map<string, FoundItem>()
  let findItems: FindItems | undefined
  const knowledgeBase: KnowledgeBase = {
    findItem: async (item) => known.get(item) ?? { state: 'missing' },
    suggest: async () => [],
  }
  return {
    knowledgeBase,
    async fetch(config: Config, items: readonly string[]): Promise<void> {
      findItems ??= await openItemSource(cli, config, options)
      for (const [item, texts] of await findItems(items)) known.set(item, texts)
    },
    /** Says why an item cannot be added; undefined if it was not fetched. */
    describeLack(item: string): string | undefined {
      const texts = known.get(item)
      return texts && describeLack(texts, options.languages)
    },
  }
}

/** Divides items into batches that can be fetched at once. */
export function inItemBatches(items: readonly string[]): string[][] {
  return splitListIntoBatches(items, MAX_ITEMS)
}
