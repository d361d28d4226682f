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
  const verb = hasErrors ? ['import', 'check'] : ['import']
  const offline = hasErrors && flags.offline ? ['--offline'] : []
  const file = path === STANDARD_INPUT && !hasErrors ? 'FILE' : path
  const command = ['catalog', ...verb, file, ...options, ...offline].map(quoteForShell).join(' ')
  return [
    hasErrors ? 'Correct the errors, then check the manifest again:' : 'Next:',
    `  ${command}`,
  ]
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
    ...Object.entries(flags.map).flatMap(([theirs, ours]) => ['--map', `${theirs}=${ours}`]),
    ...Object.entries(flags.set).flatMap(([column, value]) => ['--set', `${column}=${value}`]),
    ...toOption('--fill-down', flags.fillDown?.join(',')),
    ...toOption('--derive-edtf', flags.deriveEdtf),
    ...toOption('--lang', flags.lang?.join(',')),
    ...(flags.dayFirst ? ['--day-first'] : []),
    ...(flags.monthFirst ? ['--month-first'] : []),
  ]
}

function toOption(option: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [option, String(value)]
}
