import { trusted, type Html } from '../../core/base/html.ts'
import { xml } from '../http/xml.ts'
import { describeImage, renderElements, type OaiPlace, type OaiRecord } from './oai-record.ts'

const ATTRIBUTES = trusted(`xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:edm="http://www.europeana.eu/schemas/edm/" xmlns:ore="http://www.openarchives.org/ore/terms/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"
 xmlns:wgs84_pos="http://www.w3.org/2003/01/geo/wgs84_pos#"`)

const NOT_EVALUATED = 'http://rightsstatements.org/vocab/CNE/1.0/'

/** Renders a record in the Europeana Data Model, whose schema prescribes the order of the elements. */
export function renderEdm(record: OaiRecord): Html {
  const { page } = record
  const [created = null, ...dates] = record.dates
  const elements = renderElements({
    ...describeImage(record),
    'dc:date': dates,
    'dcterms:created': [created],
    'dcterms:isPartOf': [record.image.collection_name],
  })
  const spatial = record.place && renderReference('dcterms:spatial', placeUrl(page, record.place))
  return xml`<rdf:RDF ${ATTRIBUTES}>
<edm:ProvidedCHO rdf:about="${page}#image">
${elements}${spatial}<edm:type>IMAGE</edm:type>
</edm:ProvidedCHO>
${renderPlace(record)}${renderAggregation(record)}</rdf:RDF>`
}

/** The position of the camera, or the middle of the area. */
function renderPlace({ page, place }: OaiRecord): Html | null {
  return (
    place &&
    xml`<edm:Place rdf:about="${placeUrl(page, place)}">
<wgs84_pos:lat>${place.middle.latitude}</wgs84_pos:lat>
<wgs84_pos:long>${place.middle.longitude}</wgs84_pos:long>
</edm:Place>
`
  )
}

/** Harvesters of this program know by it that the middle of an area is no position of a camera. */
function placeUrl(page: string, { extent }: OaiPlace): string {
  return `${page}#${extent ? 'area' : 'place'}`
}

function renderAggregation(record: OaiRecord): Html {
  const { page, original, preview, license, siteName, image } = record
  return xml`<ore:Aggregation rdf:about="${page}#aggregation">
${renderReference('edm:aggregatedCHO', `${page}#image`)}${renderElements({
    'edm:dataProvider': [image.source_name],
  })}${renderReference('edm:isShownAt', page)}${renderReference('edm:isShownBy', original)}${renderReference(
    'edm:object',
    preview,
  )}${renderElements({
    'edm:provider': [siteName],
    'dc:rights': [image.license_name],
  })}${renderReference('edm:rights', license ?? NOT_EVALUATED)}</ore:Aggregation>
`
}

function renderReference(name: string, url: string | null): Html | null {
  return url === null ? null : xml`<${trusted(name)} rdf:resource="${url}"/>\n`
}
