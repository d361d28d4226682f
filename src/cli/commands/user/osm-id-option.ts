import { Option } from '@commander-js/extra-typings'
import { parsePositiveInteger } from '../../options/option-parsers.ts'

export interface UserOptions {
  osmId?: number
}

export function createOsmIdOption() {
  return new Option(
    '--osm-id <number>',
    'Number of the account, if several have the name',
  ).argParser(parsePositiveInteger)
}
