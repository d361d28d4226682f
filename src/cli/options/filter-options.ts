import { Option, type Command, type OptionValues } from '@commander-js/extra-typings'
import { PLACEMENT_VERDICTS } from '../../core/model/placement-verdict.ts'
import { CONFIDENCES } from '../../core/model/confidences.ts'
import { parseBox } from '../../core/model/geometry/box.ts'

/** An option that narrows down a list, a search or an export. */
interface Filter {
  flags: string
  /** @param things what the list contains: `images` */
  describe: (things: string) => string
  /** Parameter of the API's query string. */
  parameter: string
  choices?: readonly string[]
  /** Rejects a wrong value. */
  check?: (text: string) => void
}

const BOOLEANS = ['true', 'false'] as const

const FILTERS = {
  source: {
    flags: '--source <list>',
    describe: (things) => `Only ${things} of these sources: IDs or slugs, separated by commas`,
    parameter: 'source',
  },
  collection: {
    flags: '--collection <list>',
    describe: (things) =>
      `Only ${things} of these collections: IDs, slugs, or slugs as in source/collection`,
    parameter: 'collection',
  },
  subject: {
    flags: '--subject <list>',
    describe: (things) => `Only ${things} of these subjects: IDs, slugs, or items such as Q243`,
    parameter: 'subject',
  },
  image: {
    flags: '--image <ids>',
    describe: (things) => `Only ${things} of these images, separated by commas`,
    parameter: 'image',
  },
  slug: {
    flags: '--slug <list>',
    describe: (things) => `Only ${things} with these slugs, separated by commas`,
    parameter: 'slug',
  },
  creator: {
    flags: '--creator <text>',
    describe: (things) => `Only ${things} whose creator contains this text, ignoring case`,
    parameter: 'creator',
  },
  yearMin: {
    flags: '--year-min <year>',
    describe: (things) => `Only ${things} that may be from this year or later`,
    parameter: 'year_min',
  },
  yearMax: {
    flags: '--year-max <year>',
    describe: (things) => `Only ${things} that may be from this year or earlier`,
    parameter: 'year_max',
  },
  georeferenced: {
    flags: '--georeferenced <boolean>',
    describe: (things) => `Only ${things} that are georeferenced, or are not`,
    parameter: 'georeferenced',
    choices: BOOLEANS,
  },
  fromAbove: {
    flags: '--from-above <boolean>',
    describe: (things) => `Only ${things} taken from above, or only others`,
    parameter: 'from_above',
    choices: BOOLEANS,
  },
  bbox: {
    flags: '--bbox <degrees>',
    describe: (things) => `Only ${things} in the box west,south,east,north`,
    parameter: 'in_bbox',
    check: (text) => parseBox(text, '--bbox'),
  },
  confidence: {
    flags: '--confidence <level>',
    describe: (things) => `Only ${things} with this confidence`,
    parameter: 'confidence',
    choices: CONFIDENCES,
  },
  verdict: {
    flags: '--verdict <verdict>',
    describe: (things) => `Only ${things} with this verdict of other users`,
    parameter: 'verdict',
    choices: PLACEMENT_VERDICTS,
  },
  georeferencedBy: {
    flags: '--georeferenced-by <ids>',
    describe: (things) => `Only ${things} by these users, by the IDs of their accounts`,
    parameter: 'georeferenced_by',
  },
} as const satisfies Record<string, Filter>

export type FilterName = keyof typeof FILTERS

/** The parsed filter options, as texts. */
export type FilterFlags = { [Name in FilterName]?: string }

/**
 * Adds filters to a command, under a heading of their own on its help screen.
 * @param things what the filters select, for the descriptions: `images`
 */
export function addFilterOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
  names: readonly FilterName[],
  things = 'images',
): Command<Args, Flags & FilterFlags> {
  command.optionsGroup('Filters:')
  for (const name of names) {
    const { flags, describe, choices, check }: Filter = FILTERS[name]
    const option = new Option(flags, describe(things))
    if (choices) option.choices(choices)
    if (check) {
      option.argParser((text) => {
        check(text)
        return text
      })
    }
    command.addOption(option)
  }
  return command
}

/** Returns the query parameters of the filters that are set: `{ year_min: '1900' }`. */
export function toFilterParameters(flags: FilterFlags): Record<string, string> {
  const names = Object.keys(FILTERS) as FilterName[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = flags[name]
      return value === undefined ? [] : [[FILTERS[name].parameter, value]]
    }),
  )
}
