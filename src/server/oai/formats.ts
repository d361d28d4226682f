import type { Html } from '../../core/base/html.ts'
import { renderDublinCore } from './dublin-core.ts'
import { renderEdm } from './edm.ts'
import { OaiError } from './oai-error.ts'
import type { OaiRecord } from './oai-record.ts'

interface Format {
  namespace: string
  schema: string
  render: (record: OaiRecord) => Html
}

/** The metadata formats by their prefix. */
export const FORMATS = {
  oai_dc: {
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    render: renderDublinCore,
  },
  edm: {
    namespace: 'http://www.europeana.eu/schemas/edm/',
    schema: 'http://www.europeana.eu/schemas/edm/EDM.xsd',
    render: renderEdm,
  },
} satisfies Record<string, Format>

export type FormatName = keyof typeof FORMATS

export function isFormat(prefix: string): prefix is FormatName {
  return Object.hasOwn(FORMATS, prefix)
}

/** @throws OaiError `cannotDisseminateFormat` */
export function requireFormat(prefix = ''): FormatName {
  if (isFormat(prefix)) return prefix
  const known = Object.keys(FORMATS).join(' and ')
  throw new OaiError('cannotDisseminateFormat', `The formats of all records are ${known}.`)
}
