import { Command } from '@commander-js/extra-typings'
import type { ImageDeletion } from '../../../core/contract/image-deletion.ts'
import { invalid } from '../../../core/base/errors.ts'
import type { ResourceApi } from '../../client/api.ts'
import { nullIfAbsent, sendInTurn } from '../../client/requests.ts'
import { createPlaceOption, withApi, type Host } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { requireYes, confirmDeletion, createDryRunOption } from '../../terminal/confirm.ts'
import { formatBytes, formatCount } from '../../terminal/format.ts'
import { hint, print } from '../../terminal/output.ts'
import { readIds } from '../../options/read-arguments.ts'
import { IMAGE_IDS } from './change-images.ts'

const COLUMNS =
  'id title georeferences from_above_georeferences validations comments files bytes state'

interface Options {
  dryRun?: true
  now?: true
}

type FilePlace = Pick<Host, 'config' | 'storage'>

function requireHost(host: FilePlace | undefined): FilePlace {
  if (host) return host
  throw invalid('--now', 'works only on the host, with --data')
}

async function loadFileDeletion(host: FilePlace) {
  const { prepareFileDeletion } = await import('../admin/image/delete-files.ts')
  return prepareFileDeletion(host)
}

function describe(images: readonly ImageDeletion[]): string {
  const bytes = formatBytes(images.reduce((sum, image) => sum + image.bytes, 0))
  return `${formatCount(images.length, 'image')} with all contributions and files (${bytes})`
}

async function previewDeletions(
  api: ResourceApi,
  ids: readonly number[],
): Promise<ImageDeletion[]> {
  const { imageDeletion } = await import('../../../core/contract/image-deletion.ts')
  const { requireAll } = await import('./read-image.ts')
  const found = new Map<number, ImageDeletion>()
  for (const id of ids) {
    const path = `/api/v2/images/${id}/deletion/`
    const image = await nullIfAbsent(api.get(path, imageDeletion))
    if (image) found.set(id, image)
  }
  requireAll(ids, (id) => found.has(id))
  return [...found.values()]
}

/** @throws CatalogError kind `conflict` that names a duplicate that is not deleted, too */
async function requireNoDuplicates(
  api: ResourceApi,
  images: readonly ImageDeletion[],
): Promise<void> {
  const ids = new Set(images.map(({ id }) => id))
  const original = images.find(({ duplicates }) => duplicates.some((id) => !ids.has(id)))
  if (!original) return
  const path = `/api/v2/images/${original.id}/?dry_run=true`
  await api.send({ method: 'DELETE', path })
}

/** Deletes duplicates before their originals. */
async function deleteAll(
  cli: Cli,
  api: ResourceApi,
  images: readonly ImageDeletion[],
): Promise<void> {
  const ordered = images.toSorted((one, other) => one.duplicates.length - other.duplicates.length)
  for (const { id } of ordered) {
    const request = { method: 'DELETE', path: `/api/v2/images/${id}/` } as const
    await nullIfAbsent(sendInTurn(cli, api, request))
  }
}

async function tellWhatRemains(
  cli: Cli,
  host: Host | undefined,
  { now }: Pick<Options, 'now'>,
): Promise<void> {
  if (!now)
    hint(cli, [
      'Background jobs move the originals to the trash, where they stay for 30 days.',
      'Delete them for good with: catalog admin storage prune --empty-trash --image ID',
    ])
  if (!host) return
  const { printServerState } = await import('../admin/job/queue-state.ts')
  await printServerState(cli, host)
}

/** An interrupted command can run again with the same ids, so what it deleted is no error. */
function report(cli: Cli, images: readonly ImageDeletion[], state: string): void {
  const rows = images.map(({ deleted, duplicates: _duplicates, ...image }) => {
    const { id, title } = image
    return deleted ? { id, title, state: 'already_deleted' } : { ...image, state }
  })
  print(cli, rows, COLUMNS.split(' '))
  const before = images.filter(({ deleted }) => deleted).length
  if (before === 0) return
  hint(cli, `${formatCount(before, 'image')} had been deleted before, as the audit log shows.`)
}

export const deleteImagesCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete images with their contributions and files, for ever')
    .argument(...IMAGE_IDS)
    .addOption(createDryRunOption())
    .option(
      '--now',
      'On the host, delete the files at once, also from the trash, as a take-down requires',
    )
    .addOption(createPlaceOption('DELETE /api/v2/images/:id/'))
    .action(async (given, { dryRun, now, ...options }) => {
      if (!dryRun) requireYes(cli, 'Deleting an image')
      const wanted = await readIds(cli, given)
      await withApi(cli, options, async (api, host) => {
        const here = now ? requireHost(host) : undefined
        const images = await previewDeletions(api, wanted)
        const existing = images.filter((image) => !image.deleted)
        await requireNoDuplicates(api, existing)
        if (dryRun) return report(cli, images, 'would_delete')
        if (existing.length === 0 && !now) return report(cli, images, 'deleted')
        if (!(await confirmDeletion(cli, describe(existing)))) return
        const deleteFiles = here && (await loadFileDeletion(here))
        await deleteAll(cli, api, existing)
        await deleteFiles?.(wanted)
        report(cli, images, 'deleted')
        await tellWhatRemains(cli, host, { now })
      })
    })
