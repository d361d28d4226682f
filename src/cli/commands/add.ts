import { Command } from '@commander-js/extra-typings'
import { basename, resolve } from 'node:path'
import { invalidFields, type FieldErrors } from '../../core/base/errors.ts'
import { declareEndpoints } from '../host/with-api.ts'
import type { CommandFactory } from '../command.ts'
import { createDuplicatesOption } from './import/run-options.ts'
import {
  addMetadataOptions,
  readMetadata,
  type MetadataFlags,
} from '../options/metadata-options.ts'
import type { DuplicatePolicy } from '../import/check/existing/duplicate-policy.ts'
import { parsePositiveInteger } from '../options/option-parsers.ts'

interface AddFlags extends MetadataFlags {
  collection: number
  duplicates: DuplicatePolicy
  dryRun?: true
}

function requireMetadata({ title, originalDate, edtfDate }: AddFlags): void {
  const needed = { '--title': title, '--original-date': originalDate, '--edtf-date': edtfDate }
  const missing: FieldErrors = {}
  for (const [option, value] of Object.entries(needed)) {
    if (!value?.trim()) missing[option] = ['is required']
  }
  if (Object.keys(missing).length > 0) throw invalidFields(missing)
}

/** Imports one image as a manifest of one row, so that repeating the command resumes the import. */
export const addCommand: CommandFactory = (cli) =>
  addMetadataOptions(
    declareEndpoints(
      new Command('add'),
      'GET /api/v2/import/upload-url/',
      'POST /api/v2/import/commit/',
      'PUT /api/v2/import/batches/:batch/',
    )
      .description('Import one image')
      .argument('<file>', 'Image file'),
  )
    .requiredOption('--collection <id>', 'Collection of the image', parsePositiveInteger)
    .addOption(createDuplicatesOption())
    .option('--dry-run', 'Check without sending anything')
    .action(async (file, flags) => {
      const { listParentFolders } = await import('../tables/path-containment.ts')
      const { writeSingleRowManifest } = await import('../import/check/single-row-manifest.ts')
      const { runImportRun } = await import('./import/run.ts')
      requireMetadata(flags)
      const path = resolve(cli.cwd, file)
      const { collection, dryRun, duplicates } = flags
      const manifest = await writeSingleRowManifest(cli, {
        path,
        collection,
        metadata: readMetadata(flags),
      })
      cli.globals.yes = true
      await runImportRun(cli, manifest, {
        files: await listParentFolders(path),
        map: {},
        set: {},
        concurrency: 1,
        commitOrder: 'manifest',
        onError: Infinity,
        verify: 'etag',
        everyRow: true,
        name: basename(path),
        duplicates,
        ...(dryRun && { dryRun }),
      })
    })
