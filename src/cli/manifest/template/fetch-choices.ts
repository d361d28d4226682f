import { CatalogError } from '../../../core/base/errors.ts'
import { openApi } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import { licensesResponse } from '../../import/check/response-schemas.ts'
import { openSession } from '../../login/session.ts'
import { hint } from '../../terminal/output.ts'
import { readPages } from '../../reading/read-pages.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'

/** Values that cells may have at an instance. */
export interface Choices {
  licenses: Choice[]
  subjects: Choice[]
}

/** A value, and its name for people. */
export type Choice = readonly [value: string, label: string]

/** The rest is omitted, because a longer drop-down list is of no use. */
const MAX_SUBJECTS = 10_000

/** A person waits, and the lists are not essential. */
const MAX_DELAY_SECONDS = 5

/** Reads the licenses and subjects of the selected instance. Empty, with a hint, if it cannot be reached. */
export async function fetchChoices(cli: Cli): Promise<Choices> {
  try {
    return await fetchFromInstance(cli)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    hint(cli, `Without the licenses and subjects of an instance: ${error.message}`)
    return { licenses: [], subjects: [] }
  }
}

/** Whether there is no instance to ask now. */
export function isUnavailable(error: unknown): error is CatalogError {
  if (!(error instanceof CatalogError)) return false
  const lacksInstance = error.details.fields?.['--url'] !== undefined
  return lacksInstance || ['unavailable', 'unauthenticated', 'rate_limited'].includes(error.kind)
}

async function fetchFromInstance(cli: Cli): Promise<Choices> {
  const api = openApi(cli, await openSession(cli), { maxDelaySeconds: MAX_DELAY_SECONDS })
  const licenses = await api.get('/api/v2/licenses/', licensesResponse)
  const subjects: Choice[] = []
  const onUnsettled = (): void => {}
  const options = { query: {}, pageSize: 100, limit: MAX_SUBJECTS, onUnsettled }
  for await (const { items } of readPages(api, '/api/v2/subjects/', options)) {
    for (const { slug, title } of items) {
      if (typeof slug !== 'string') continue
      subjects.push(toChoice(slug, typeof title === 'string' ? title : ''))
    }
  }
  return { licenses: licenses.map((one) => toChoice(one.name, one.display_name)), subjects }
}

const MAX_LABEL = 500

function toChoice(value: string, label: string): Choice {
  return [sanitizeLine(value).slice(0, MAX_LABEL), sanitizeLine(label).slice(0, MAX_LABEL)]
}
