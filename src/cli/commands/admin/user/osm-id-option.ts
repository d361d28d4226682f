import { Option } from '@commander-js/extra-typings'
import { parsePositiveInteger } from '../../../option-parsers.ts'
import type { DataOption } from '../with-catalog.ts'

export interface UserOptions extends DataOption {
  osmId?: number
}

export function createOsmIdOption() {
  return new Option(
    '--osm-id <number>',
    'Number of the account, if several have the name',
  ).argParser(parsePositiveInteger)
}
