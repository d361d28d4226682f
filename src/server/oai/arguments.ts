import { OaiError } from './oai-error.ts'

interface Verb {
  required?: readonly string[]
  optional?: readonly string[]
  /** Whether a `resumptionToken` may replace all other arguments. */
  isList?: true
}

const LIST: Verb = {
  required: ['metadataPrefix'],
  optional: ['from', 'until', 'set'],
  isList: true,
}

/** The requests of OAI-PMH 2.0, section 4. */
const VERBS = {
  GetRecord: { required: ['identifier', 'metadataPrefix'] },
  Identify: {},
  ListIdentifiers: LIST,
  ListMetadataFormats: { optional: ['identifier'] },
  ListRecords: LIST,
  ListSets: { isList: true },
} satisfies Record<string, Verb>

export type VerbName = keyof typeof VERBS

/** The arguments of a request, each given once. */
export type OaiArguments = ReadonlyMap<string, string>

/** @throws OaiError `badVerb` */
export function readVerb(parameters: URLSearchParams): VerbName {
  const [verb, ...others] = parameters.getAll('verb')
  const names = Object.keys(VERBS)
  if (verb !== undefined && others.length === 0 && names.includes(verb)) return verb as VerbName
  throw new OaiError('badVerb', `Give one verb: ${names.join(', ')}.`)
}

/** @throws OaiError `badArgument` if one is missing, unknown, or given twice */
export function readArguments(verb: VerbName, parameters: URLSearchParams): OaiArguments {
  const { required = [], optional = [], isList }: Verb = VERBS[verb]
  const given = new Map([...parameters].filter(([name]) => name !== 'verb'))
  if (given.size !== parameters.size - 1) throw badArgument('Give each argument once.')
  if (isList && given.has('resumptionToken')) {
    if (given.size === 1) return given
    throw badArgument('A resumptionToken replaces all other arguments.')
  }
  const known = [...required, ...optional]
  const unknown = [...given.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined) throw badArgument(`${verb} has no argument ${unknown}.`)
  const missing = required.find((name) => !given.has(name))
  if (missing !== undefined) throw badArgument(`${verb} needs the argument ${missing}.`)
  return given
}

export function badArgument(message: string): OaiError {
  return new OaiError('badArgument', message)
}
