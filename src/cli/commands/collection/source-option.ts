import { Option } from '@commander-js/extra-typings'

/** Options of a command that takes a collection by id or slug. */
export interface SourceOption {
  source?: string
}

export function createSourceOption() {
  return new Option(
    '--source <id or slug>',
    'Source of the collection, if several share its slug; or write source/collection',
  )
}
