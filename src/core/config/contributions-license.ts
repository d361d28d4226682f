import { MAX_LICENSE_NAME } from '../base/limits.ts'
import { COMMON_LICENSES, type CommonLicense } from '../model/common-licenses.ts'
import { isLink } from '../model/text.ts'
import { parseJson } from './setting-types.ts'

/** The license of contributions of users, in the form of a license of images. */
export type ContributionsLicense = CommonLicense

const OPEN_DATA_COMMONS: readonly ContributionsLicense[] = [
  {
    name: 'ODbL-1.0',
    display_name: 'ODbL 1.0 (Open Database License)',
    permalink: 'https://opendatacommons.org/licenses/odbl/1-0/',
  },
  {
    name: 'ODC-By-1.0',
    display_name: 'ODC-By 1.0 (Open Data Commons Attribution License)',
    permalink: 'https://opendatacommons.org/licenses/by/1-0/',
  },
  {
    name: 'PDDL-1.0',
    display_name: 'PDDL 1.0 (Public Domain Dedication and License)',
    permalink: 'https://opendatacommons.org/licenses/pddl/1-0/',
  },
]

/** Those that settings name by their SPDX identifier (https://spdx.org/licenses/). */
const LICENSES = [
  ...COMMON_LICENSES.filter(({ name }) => name.startsWith('CC')),
  ...OPEN_DATA_COMMONS,
]

/** @throws Error that says what was expected */
export function contributionsLicense(given: unknown): ContributionsLicense {
  const value = parseJson(given)
  const license = typeof value === 'string' ? findByName(value) : readOwn(value)
  if (license) return license
  const names = LICENSES.map(({ name }) => name).join(', ')
  throw new Error(
    `should be one of ${names}, or a title and an address such as {title = "Our terms", url = "https://terms.example.org/"}`,
  )
}

function findByName(name: string): ContributionsLicense | undefined {
  const wanted = name.trim().toLowerCase()
  return LICENSES.find((license) => license.name.toLowerCase() === wanted)
}

function readOwn(given: unknown): ContributionsLicense | undefined {
  const { title, url } = (given ?? {}) as Record<string, unknown>
  if (typeof title !== 'string' || typeof url !== 'string') return undefined
  const name = title.trim()
  if (name === '' || name.length > MAX_LICENSE_NAME || !isLink(url)) return undefined
  return { name, display_name: name, permalink: new URL(url).href }
}
