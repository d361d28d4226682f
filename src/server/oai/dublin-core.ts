import { trusted, type Html } from '../../core/base/html.ts'
import { wrapLongitude } from '../../core/model/tiles/world.ts'
import { xml } from '../http/xml.ts'
import { describeImage, renderElements, type OaiRecord } from './oai-record.ts'

const ATTRIBUTES = trusted(`xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd"`)

/** Renders a record in unqualified Dublin Core, the format that every repository has. */
export function renderDublinCore(record: OaiRecord): Html {
  const { image, dates, license } = record
  const elements = renderElements({
    ...describeImage(record),
    'dc:date': dates,
    'dc:publisher': [image.source_name],
    'dc:relation': [image.collection_name],
    'dc:coverage': [formatPlace(record)],
    'dc:rights': [license, image.license_name],
  })
  return xml`<oai_dc:dc ${ATTRIBUTES}>
${elements}</oai_dc:dc>`
}

/** The position of the camera as a DCMI Point, or the extent of an area as a DCMI Box. */
function formatPlace({ place }: OaiRecord): string | null {
  if (!place) return null
  const { extent, middle } = place
  if (!extent) return `east=${middle.longitude}; north=${middle.latitude}`
  const [west, south, east, north] = extent
  return `northlimit=${north}; eastlimit=${wrapLongitude(east)}; southlimit=${south}; westlimit=${wrapLongitude(west)}`
}
