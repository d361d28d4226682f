import { z } from 'zod'
import { license } from '../../core/contract/license.ts'
import { findRightsUri } from '../../core/iiif/rights.ts'
import { COMMON_LICENSES } from '../../core/model/common-licenses.ts'
import type { Api } from '../client/api.ts'
import type { Cli } from '../cli.ts'
import { openApi } from '../client/api.ts'
import { openSession } from '../login/session.ts'
import { isUnavailable } from '../manifest/template/fetch-choices.ts'
import { hint } from '../terminal/output.ts'
import { RIGHTS_SEPARATOR } from './remote-record.ts'

/** Finds the license of the instance that one of the statements of a record names. */
export type FindLicense = (rights: string | undefined) => string | undefined

type KnownLicense = Pick<z.infer<typeof license>, 'name' | 'display_name' | 'permalink'>

const licenses = z.array(license.pick({ name: true, display_name: true, permalink: true }).strip())

/** A person waits, and the licenses are not essential. */
const MAX_DELAY_SECONDS = 5

/** Knows the licenses of the selected instance, or common ones if there is none. */
export async function openLicenseFinder(cli: Cli): Promise<FindLicense> {
  try {
    const api = openApi(cli, await openSession(cli), { maxDelaySeconds: MAX_DELAY_SECONDS })
    return await fetchLicenseFinder(api)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    hint(cli, `The names of licenses are common ones, not those of an instance: ${error.message}`)
    return createLicenseFinder(COMMON_LICENSES)
  }
}

export async function fetchLicenseFinder(api: Pick<Api, 'get'>): Promise<FindLicense> {
  return createLicenseFinder(await api.get('/api/v2/licenses/', licenses))
}

function createLicenseFinder(known: readonly KnownLicense[]): FindLicense {
  const names = new Map<string, string>()
  for (const { name, display_name, permalink } of known) {
    for (const text of [permalink, display_name, name])
      if (text !== '') names.set(normalize(text), name)
  }
  return (rights) => {
    const statements = rights?.split(RIGHTS_SEPARATOR) ?? []
    return statements.map((text) => names.get(normalize(text))).find((name) => name !== undefined)
  }
}

/** Makes the addresses of one license equal, and names such as `CC BY 4.0` and `cc-by-4.0`. */
function normalize(statement: string): string {
  const uri = findRightsUri(statement)
  if (uri !== undefined) return uri.toLowerCase()
  if (/^https?:/i.test(statement)) return statement.replace(/^https?:|[#/]+$/gi, '').toLowerCase()
  return statement.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
