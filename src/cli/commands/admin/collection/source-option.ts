import { Option } from '@commander-js/extra-typings'
import type { DataOption } from '../with-catalog.ts'

/** Options of a command that takes a collection by id or slug. */
export interface CollectionOptions extends DataOption {
  source?: string
}

export function createSourceOption() {
  return new Option(
    '--source <id or slug>',
    'Source of the collection, if several share its slug; or write source/collection',
  )
}
