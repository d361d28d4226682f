import type { Cli } from '../../cli.ts'
import { quoteForShell } from '../../terminal/quote-for-shell.ts'
import { STANDARD_INPUT } from '../../tables/input-file.ts'
import type { ManifestFlags } from './manifest-options.ts'

/** Suggests the next command: the import, or the same check if the manifest has errors. */
export function suggestNextCommand(
  { env, globals }: Cli,
  path: string,
  flags: ManifestFlags & { offline?: true; annotate?: unknown },
  { hasErrors, needsCollection }: { hasErrors: boolean; needsCollection: boolean },
): string[] {
  const options = [
    ...(globals.url === undefined || globals.url === env.CATALOG_URL ? [] : ['--url', globals.url]),
    ...toOption('--collection', flags.collection ?? (needsCollection ? 'ID' : undefined)),
    ...listManifestOptions(flags),
  ]
  const write = (...words: string[]): string => `  ${words.map(quoteForShell).join(' ')}`
  if (hasErrors) {
    const offline = flags.offline ? ['--offline'] : []
    return [
      'Correct the errors, then check the manifest again:',
      write('catalog', 'import', 'check', path, ...options, ...offline),
    ]
  }
  // An import cannot resume from standard input.
  const file = path === STANDARD_INPUT ? 'FILE' : path
  return ['Next:', write('catalog', 'import', file, ...options)]
}

function listManifestOptions(flags: ManifestFlags): string[] {
  return [
    ...flags.files.flatMap((folder) => ['--files', folder]),
    ...toOption('--sheet', flags.sheet),
    ...toOption('--encoding', flags.encoding),
    ...toOption('--encoding-fallback', flags.encodingFallback),
    ...toOption('--delimiter', flags.delimiter),
    ...toOption('--header-row', flags.headerRow),
    ...toOption('--ignore-columns', flags.ignoreColumns?.join(',')),
    ...(flags.ignoreUnknown ? ['--ignore-unknown'] : []),
    ...toOption('--preset', flags.preset),
    ...Object.entries({ ...flags.mapFile, ...flags.map }).flatMap(([theirs, ours]) => [
      '--map',
      `${theirs}=${ours}`,
    ]),
    ...Object.entries(flags.set).flatMap(([column, value]) => ['--set', `${column}=${value}`]),
    ...toOption('--fill-down', flags.fillDown?.join(',')),
    ...toOption('--derive-edtf', flags.deriveEdtf),
    ...toOption('--lang', flags.lang?.join(',')),
    ...(flags.dayFirst ? ['--day-first'] : []),
    ...(flags.monthFirst ? ['--month-first'] : []),
    ...toOption('--places', flags.places),
    ...(flags.replacePlaces ? ['--replace-places'] : []),
    ...(flags.decimalComma ? ['--decimal-comma'] : []),
  ]
}

function toOption(option: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [option, String(value)]
}
