import { isHttpUrl } from '../../../core/model/text.ts'
import { IMAGE_REQUEST } from '../iiif/picture.ts'
import type { RemoteRecord } from '../remote-record.ts'
import { readChildTexts, type XmlElement } from './xml-tree.ts'

const PICTURE = /\.(?:jpe?g|tiff?|png|jp2|webp|gif|heic|avif)(?:[?#]|$)/i

/**
 * Reads the Dublin Core elements of a record. Identifiers, relations and sources that are addresses lead to its picture, if
 * they look like one, or to its page.
 */
export function readDublinCore(element: XmlElement): Omit<RemoteRecord, 'id'> {
  const [titles, descriptions, creators] = ['title', 'description', 'creator'].map((name) =>
    readChildTexts(element, name),
  )
  const identifiers = readChildTexts(element, 'identifier')
  const addresses = [...identifiers, ...readChildTexts(element, 'relation', 'source')].filter(
    isHttpUrl,
  )
  const isPicture = (url: string): boolean => PICTURE.test(url) || IMAGE_REQUEST.test(url)
  const rights = readChildTexts(element, 'rights', 'license', 'accessRights')
  return {
    title: titles?.[0],
    description: descriptions?.join('\n\n'),
    creator: creators?.join('; '),
    date: readDate(element),
    reference: identifiers.find((text) => !isHttpUrl(text)),
    rights: rights.length === 0 ? undefined : rights,
    page: addresses.find((url) => !isPicture(url)),
    file: addresses.find(isPicture),
  }
}

/** The date of the picture, and not the day of its digitization, which repositories often add. */
function readDate(element: XmlElement): string | undefined {
  const [created] = readChildTexts(element, 'created')
  const [date] = readChildTexts(element, 'date')
  const [issued] = readChildTexts(element, 'issued')
  return created ?? date ?? issued
}
