import { Option, type Command, type OptionValues } from '@commander-js/extra-typings'
import { parsePositiveInteger } from '../../option-parsers.ts'

/** Adds the options that all searches share. */
export function addSearchOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .option('--page <number>', 'Page of the results', parsePositiveInteger, 1)
    .option('--page-size <number>', 'Results per page, at most 100', parsePositiveInteger, 20)
    .optionsGroup('Filters:')
    .option('--source <ids>', 'Only images of these sources, separated by commas')
    .option('--collection <ids>', 'Only images of these collections')
    .option('--subject <ids>', 'Only images of these subjects: IDs, or items such as Q243')
    .option('--year-min <year>', 'Only images that may be from this year or later')
    .option('--year-max <year>', 'Only images that may be from this year or earlier')
    .addOption(
      new Option(
        '--georeferenced <boolean>',
        'Only images that are georeferenced, or are not',
      ).choices(['true', 'false']),
    )
}

export interface SearchFlags {
  page: number
  pageSize: number
  source?: string
  collection?: string
  subject?: string
  yearMin?: string
  yearMax?: string
  georeferenced?: string
}

/** Builds the query string of a search. Parameters without a value are left out. */
export function buildSearchQuery(
  own: Record<string, string | undefined>,
  flags: SearchFlags,
): string {
  const parameters = {
    ...own,
    page: String(flags.page),
    page_size: String(flags.pageSize),
    source: flags.source,
    collection: flags.collection,
    subject: flags.subject,
    year_min: flags.yearMin,
    year_max: flags.yearMax,
    georeferenced: flags.georeferenced,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value)
  }
  return query.toString()
}
