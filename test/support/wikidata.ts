import { sendJson, type Answer } from './service-server.ts'

type Texts = Record<string, string>

/** An item in the format of Wikidata's API. */
export function item(id: string, labels: Texts, descriptions: Texts = {}) {
  return { type: 'item', id, labels: toMap(labels), descriptions: toMap(descriptions) }
}

function toMap(texts: Texts) {
  const entries = Object.entries(texts)
  // PHP encodes an empty map as an empty array.
  if (entries.length === 0) return []
  return Object.fromEntries(
    entries.map(([language, value]) => [language, { language, value }] as const),
  )
}

/** Answers with those of these items that the request names; others are missing. */
export function sendItems(...items: (ReturnType<typeof item> & { redirects?: object })[]): Answer {
  return (request, response) => {
    const ids = request.url.searchParams.get('ids')!.split('|')
    const entities = ids.map((id) => {
      const redirected = items.find(
        ({ redirects }) => redirects && 'from' in redirects && redirects.from === id,
      )
      return [id, redirected ?? items.find((known) => known.id === id) ?? { id, missing: '' }]
    })
    sendJson({ entities: Object.fromEntries(entities), success: 1 })(request, response)
  }
}
