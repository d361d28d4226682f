import { isHttpUrl } from '../../../core/model/text.ts'
import type { RemoteRecord } from '../remote-record.ts'
import { readDublinCore } from './dublin-core.ts'
import { findChild, listChildren, readChildTexts, type XmlElement } from './xml-tree.ts'

/**
 * Reads a record of the Europeana Data Model: `ProvidedCHO` is what the picture shows, and `Aggregation` says where it and its
 * page are, and its rights.
 * @param rdf the element `rdf:RDF`
 */
export function readEdm(rdf: XmlElement): Omit<RemoteRecord, 'id'> {
  const described = readDublinCore(findChild(rdf, 'ProvidedCHO') ?? rdf)
  const aggregation = findChild(rdf, 'Aggregation')
  const find = (name: string): string | undefined => findResource(aggregation, name)
  const { rights = [] } = described
  return {
    ...described,
    creator: described.creator || findLabel(rdf, 'creator'),
    date: described.date ?? findLabel(rdf, 'created') ?? findLabel(rdf, 'date'),
    rights: [...listResources(aggregation, 'rights'), ...rights],
    page: find('isShownAt') ?? described.page,
    file: find('isShownBy') ?? find('object') ?? described.file,
    ...readPosition(rdf),
  }
}

function listResources(element: XmlElement | undefined, name: string): string[] {
  return listChildren(element, name).flatMap((child) => toReference(child) ?? [])
}

function findResource(element: XmlElement | undefined, name: string): string | undefined {
  return listResources(element, name).find(isHttpUrl)
}

/** Returns the URI that a property refers to, or its text. */
function toReference(element: XmlElement): string | undefined {
  return element.attribute('resource') ?? (element.text.trim() || undefined)
}

/** Returns the label of the agent or time span that the picture refers to. */
function findLabel(rdf: XmlElement, property: string): string | undefined {
  const [reference] = listResources(findChild(rdf, 'ProvidedCHO'), property)
  const about = rdf.children.find((child) => child.attribute('about') === reference)
  return reference === undefined ? undefined : readChildTexts(about, 'prefLabel')[0]
}

/** The middle of the area of an image from above, in the records of catalogs of this program. */
const AREA = /#area$/

/** The position of the first place that has one (Basic Geo). */
function readPosition(rdf: XmlElement): Pick<RemoteRecord, 'latitude' | 'longitude'> {
  for (const place of listChildren(rdf, 'Place')) {
    if (AREA.test(place.attribute('about') ?? '')) continue
    const [lat] = readChildTexts(place, 'lat')
    const [long] = readChildTexts(place, 'long')
    if (isDecimal(lat) && isDecimal(long)) return { latitude: Number(lat), longitude: Number(long) }
  }
  return {}
}

function isDecimal(text: string | undefined): boolean {
  return text !== undefined && /^-?\d{1,3}(?:\.\d+)?$/.test(text)
}
