import { fetchDocument, parseJson } from '../fetch-document.ts'
import {
  isTooMany,
  MAX_CONSECUTIVE_OUTAGES,
  MAX_RECORDS,
  MAX_STALE_PAGES,
  saveRecords,
  type Pass,
  type PassEnd,
} from '../harvest-pass.ts'
import type { DocumentToRead } from '../harvest-state.ts'
import { isOutage, toHarvestProblem } from '../problem.ts'
import { readIiifDocument, type IiifDocument } from './document.ts'

export const IIIF_TYPES = 'application/ld+json, application/json'

/** Collections within collections, below which no others are read. */
const MAX_DEPTH = 20

/** Reads all collections and manifests below the address of the source, in the order in which they are listed. */
export async function harvestIiif(pass: Pass): Promise<PassEnd> {
  const { state, source, remote } = pass
  state.addDocument({ url: source.url, rank: '', listed: 0, namedBy: '' })
  const walk: Walk = { documents: state.countDocuments(), stalePages: 0 }
  let outages = 0
  for (let next = state.nextDocument(); next; next = state.nextDocument()) {
    const document = next
    remote.cli.signal.throwIfAborted()
    try {
      const text = await fetchDocument(remote, document.url, IIIF_TYPES)
      const content = readIiifDocument(parseJson(text, document.url), document.url)
      state.transact(() => save(pass, walk, document, content))
      outages = 0
    } catch (error) {
      remote.cli.signal.throwIfAborted()
      const problem = toHarvestProblem(error, document.url)
      state.transact(() => {
        state.addProblem(problem)
        state.failDocument(document.url)
      })
      if (isTooMany(problem)) return 'finished'
      outages = isOutage(error) ? outages + 1 : 0
      if (outages === MAX_CONSECUTIVE_OUTAGES) return 'stopped'
    }
  }
  return 'finished'
}

interface Walk {
  documents: number
  /** Pages in succession that named no new document. */
  stalePages: number
}

function save(pass: Pass, walk: Walk, document: DocumentToRead, content: IiifDocument): void {
  const { state } = pass
  const { url, rank, listed } = document
  saveRecords(pass, content.records)
  let added = 0
  for (const [index, item] of content.items.entries()) {
    if (
      addDocument(pass, walk, document, {
        url: item,
        rank: nest(rank, listed + index + 1),
        listed: 0,
        namedBy: url,
      })
    )
      added += 1
  }
  if (content.next !== undefined) {
    const count = listed + content.items.length
    followPage(pass, walk, { url: content.next, rank, listed: count, namedBy: url, added })
  }
  state.finishDocument(url)
}

/** Sorts after all items before it, and before what follows its collection. */
function nest(rank: string, position: number): string {
  return `${rank}.${String(position).padStart(7, '0')}`
}

/** @returns whether this document is the first that names the item */
function addDocument(pass: Pass, walk: Walk, from: DocumentToRead, item: DocumentToRead): boolean {
  const { state } = pass
  const depth = item.rank.split('.').length - 1
  const lose = (code: string, message: string, isLoss = true): false => {
    state.addProblem({ code: `harvest.${code}`, url: from.url, message, isLoss })
    return false
  }
  if (URL.parse(item.url) === null)
    return lose('url', 'The collection names items without an address.')
  if (depth > MAX_DEPTH) return lose('depth', `Collections nest more than ${MAX_DEPTH} deep.`)
  if (walk.documents >= MAX_RECORDS)
    return lose('too_many', `The remote has more than ${MAX_RECORDS} documents.`)
  if (state.addDocument(item)) {
    walk.documents += 1
    return true
  }
  const known = state.findDocument(item.url)
  if (known?.namedBy === item.namedBy) return true
  return known && isWithin(from, known)
    ? lose('loop', `The collection contains itself: ${item.url}.`, false)
    : false
}

function isWithin({ rank }: DocumentToRead, container: DocumentToRead): boolean {
  return rank === container.rank || rank.startsWith(`${container.rank}.`)
}

interface Page extends DocumentToRead {
  /** Number of documents that the page before added. */
  added: number
}

/** Adds the next page of a collection, unless the pages lead nowhere. */
function followPage(pass: Pass, walk: Walk, { added, ...page }: Page): void {
  const { state } = pass
  walk.stalePages = added === 0 ? walk.stalePages + 1 : 0
  const isEndless = walk.stalePages > MAX_STALE_PAGES || walk.documents >= MAX_RECORDS
  if (!isEndless && state.addDocument(page)) {
    walk.documents += 1
    return
  }
  // The page before it is read again, because something of it was missing.
  if (!isEndless && state.findDocument(page.url)?.namedBy === page.namedBy) return
  const message = isEndless
    ? `More than ${MAX_STALE_PAGES} pages name nothing new. The rest is not read.`
    : `The next page is one that was read before: ${page.url}. The rest is not read.`
  state.addProblem({ code: 'harvest.loop', url: page.namedBy, message, isLoss: true })
}
