/** The properties that Manifests and Collections share: Presentation API 3.0, 3. */

import { plainText, untagged, type LanguageMap } from './language-map.ts'
import { findRightsUri } from './rights.ts'

export const PRESENTATION_CONTEXT = 'http://iiif.io/api/presentation/3/context.json'

/** A pair of texts for display. */
export interface Entry {
  label: LanguageMap
  value: LanguageMap
}

/** A resource that is not part of the document: 3.3 and 5.7. */
export interface ExternalResource {
  id: string
  type: 'Collection' | 'Dataset' | 'Image' | 'Text'
  label?: LanguageMap
  /** The media type. */
  format?: string
  language?: string[]
  profile?: string
}

/** An organization that provides images. */
export interface Agent {
  id: string
  type: 'Agent'
  label: LanguageMap
  homepage?: ExternalResource[] | undefined
}

/** The values of the shared properties. Empty texts and lists are left out of the document. */
export interface Description {
  /** The address at which the document is published. */
  id: string
  label: LanguageMap
  /** Plain text. */
  summary?: string | null
  metadata?: Entry[]
  requiredStatement?: Entry | undefined
  /** The address of the license; null without a license. */
  license?: string | null
  provider?: Agent[]
  homepage?: ExternalResource[]
  seeAlso?: ExternalResource[]
  rendering?: ExternalResource[]
  partOf?: ExternalResource[]
}

/** Builds the properties besides `id` and `type`. JSON leaves out those that are undefined. */
export function buildSharedProperties(description: Description) {
  const { summary, license, requiredStatement } = description
  return {
    label: description.label,
    summary: summary?.trim() ? untagged(plainText(summary.trim())) : undefined,
    metadata: omitEmpty(description.metadata),
    requiredStatement,
    rights: license ? findRightsUri(license) : undefined,
    provider: omitEmpty(description.provider),
    homepage: omitEmpty(description.homepage),
    seeAlso: omitEmpty(description.seeAlso),
    rendering: omitEmpty(description.rendering),
    partOf: omitEmpty(description.partOf),
  }
}

/** A property with several values has at least one or does not exist. */
export function omitEmpty<Value>(values: Value[] | undefined): Value[] | undefined {
  return values?.length === 0 ? undefined : values
}
