import { Command } from '@commander-js/extra-typings'
import { CatalogError, invalid } from '../../../core/base/errors.ts'
import { parseItemId } from '../../../core/model/item-id.ts'
import type { ResourceApi } from '../../client/api.ts'
import { sendInTurn } from '../../client/requests.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { readArguments } from '../../options/read-arguments.ts'
import { runBatches } from '../admin/run-batches.ts'
import {
  createLanguagesOption,
  createOfflineOption,
  type ItemOptions,
} from '../admin/subject/item-source.ts'
import { printResults, type SubjectResult } from '../admin/subject/subject-result.ts'

async function runAddSubjects(
  cli: Cli,
  given: readonly string[],
  options: Placed<ItemOptions>,
): Promise<void> {
  const items = [...new Set((await readArguments(cli, given)).map(requireItemId))]
  const { createKnownItems, inItemBatches } = await import('../admin/subject/known-items.ts')
  const { knowledgeBase, ...known } = createKnownItems(cli, options)
  const results = await withApi(
    cli,
    options,
    async (api, host) => {
      if (!host) refuseHostOptions(options)
      return runBatches(cli, inItemBatches(items), async (batch) => {
        if (host) await known.fetch(host.config, batch)
        const added: SubjectResult[] = []
        for (const item of batch) {
          const result = await addItem(cli, api, item)
          const problem = result.problem && (known.describeLack(item) ?? result.problem)
          added.push({ ...result, problem })
        }
        return added
      })
    },
    { parts: { knowledgeBase } },
  )
  printResults(cli, results)
}

function refuseHostOptions({ languages, offline }: ItemOptions): void {
  const isHere = 'works only on the host, with --data: an instance asks Wikidata itself'
  if (languages) throw invalid('--languages', isHere)
  if (offline !== undefined) throw invalid('--offline', isHere)
}

async function addItem(cli: Cli, api: ResourceApi, item: string): Promise<SubjectResult> {
  const { subjectSummary } = await import('../../../core/contract/subject.ts')
  let state = 'exists'
  const request = {
    method: 'POST',
    path: '/api/v2/subjects/',
    body: { kb_id: item },
    onResponse: ({ status }: { status: number }) => void (status === 201 && (state = 'added')),
  } as const
  try {
    const { id, slug, title } = await sendInTurn(cli, api, request, subjectSummary)
    return { item, state, id, slug, title, problem: null }
  } catch (error) {
    const [problem] = (error instanceof CatalogError && error.details.fields?.['kb_id']) || []
    if (problem === undefined) throw error
    const { formatProblem } = await import('../../../core/base/problems/problem.ts')
    const isUnnamed = problem === formatProblem(['unnamed_item', item])
    const lacking = isUnnamed ? 'unlabeled' : 'missing'
    return { item, state: lacking, id: null, slug: null, title: null, problem }
  }
}

function requireItemId(text: string): string {
  const item = parseItemId(text)
  if (item !== undefined) return item
  throw invalid(
    'item',
    `must be the id of a Wikidata item such as Q42, not ${JSON.stringify(text)}`,
  )
}

export const addSubjectsCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Add subjects from Wikidata, except those that exist')
    .argument('<item...>', 'Wikidata items such as Q42; - reads them from stdin')
    .addOption(createLanguagesOption())
    .addOption(createOfflineOption())
    .addOption(createPlaceOption('POST /api/v2/subjects/'))
    .action((items, options) => runAddSubjects(cli, items, options))
