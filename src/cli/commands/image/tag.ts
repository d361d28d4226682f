import { Command } from '@commander-js/extra-typings'
import { sendInTurn } from '../../client/requests.ts'
import { createPlaceOption, type Address, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parseNonBlank } from '../../options/option-parsers.ts'
import type { ApiRequest } from '../../client/api.ts'
import { changeImages, IMAGE_IDS, type FeedUserOption } from './change-images.ts'

interface Options extends FeedUserOption {
  subject: string[]
}

interface Retagging {
  ids: readonly string[]
  /** Lists the requests for one image. @param path its subjects in the API */
  listRequests: (path: string, subjectIds: readonly number[]) => ApiRequest[]
}

async function runRetag(
  cli: Cli,
  { ids, listRequests }: Retagging,
  { subject: named, ...options }: Placed<Options>,
): Promise<void> {
  const { getRecords } = await import('../subject/get-record.ts')
  await changeImages(cli, {
    ...options,
    ids,
    async change(api) {
      const subjects = await getRecords(api, named)
      const subjectIds = subjects.map(({ id }) => id)
      return async (image) => {
        const requests = listRequests(`/api/v2/images/${image}/subjects/`, subjectIds)
        for (const request of requests) await sendInTurn(cli, api, request)
      }
    },
  })
}

/** Adds the arguments and options that these commands share. */
function createRetagCommand(name: string, description: string, endpoint: Address) {
  return new Command(name)
    .description(description)
    .argument(...IMAGE_IDS)
    .requiredOption(
      '--subject <id, slug or Q-id>',
      'Subject; repeatable',
      (named: string, before: string[] | undefined) => [...(before ?? []), parseNonBlank(named)],
    )
    .option('--user <name or id>', 'On the host, user whom the feed names for it')
    .addOption(createPlaceOption(endpoint))
}

export const tagImagesCommand: CommandFactory = (cli) =>
  createRetagCommand(
    'tag',
    'Tag images with subjects, after those that they have',
    'POST /api/v2/images/:id/subjects/',
  ).action((ids, options) => {
    const listRequests: Retagging['listRequests'] = (path, subjectIds) =>
      subjectIds.map((id) => ({ method: 'POST', path, body: { subject: String(id) } }))
    return runRetag(cli, { ids, listRequests }, options)
  })

export const untagImagesCommand: CommandFactory = (cli) =>
  createRetagCommand(
    'untag',
    'Remove subjects from images',
    'DELETE /api/v2/images/:id/subjects/:subject/',
  ).action((ids, options) => {
    const listRequests: Retagging['listRequests'] = (path, subjectIds) =>
      subjectIds.map((id) => ({ method: 'DELETE', path: `${path}${id}/` }))
    return runRetag(cli, { ids, listRequests }, options)
  })

export const reorderSubjectsCommand: CommandFactory = (cli) =>
  createRetagCommand(
    'reorder-subjects',
    'Put the subjects of images in this order',
    'PUT /api/v2/images/:id/subjects/',
  ).action((ids, options) => {
    const listRequests: Retagging['listRequests'] = (path, order) => [
      { method: 'PUT', path, body: { order } },
    ]
    return runRetag(cli, { ids, listRequests }, options)
  })
