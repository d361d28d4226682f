import { z } from 'zod'
import { MAX_IIIF_ITEMS } from '../../src/core/base/limits.ts'

/**
 * The requirements of the IIIF Presentation API 3.0 and its navPlace extension, for the properties that this project
 * uses. The numbers are those of the sections.
 */

/** 3.2, `id`, and 6.1: special characters are encoded. */
const uri = z.url({ protocol: /^https?$/ }).regex(/^[!#$%&'()*+,\-./:;=?@\w~[\]]+$/)
/** Neither query nor fragment. */
const ownUri = uri.regex(/^[^?#]+$/)
const mediaType = z.string().regex(/^[a-z]+\/[\w.+-]+$/)
const side = z.int().positive()
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1)

/** 4.4: BCP 47, or `none`. */
const language = z.string().regex(/^(none|[a-z]{2,3}(-[A-Za-z\d]{2,8})*)$/)
const mapOf = (text: z.ZodType) =>
  z.record(language, listOf(text)).refine((map) => Object.keys(map).length > 0, 'is empty')
const languageMap = mapOf(z.string().min(1))
/** 4.5: text, or one element without others inside. */
const htmlMap = mapOf(z.string().min(1).refine(isTextOrSafeHtml, 'is unsafe HTML'))
const entry = z.strictObject({ label: languageMap, value: htmlMap })

const link = z.strictObject({
  id: uri,
  type: z.enum(['Collection', 'Dataset', 'Image', 'Text']),
  label: languageMap,
  format: mediaType.optional(),
  language: listOf(language).optional(),
  profile: uri.optional(),
})
const agent = z.strictObject({
  id: uri,
  type: z.literal('Agent'),
  label: languageMap,
  homepage: listOf(link).optional(),
})

const service3 = z.strictObject({
  id: ownUri,
  type: z.literal('ImageService3'),
  profile: z.literal('level2'),
  width: side,
  height: side,
  sizes: listOf(z.strictObject({ width: side, height: side })),
})
const service2 = z.strictObject({
  '@id': ownUri,
  '@type': z.literal('ImageService2'),
  profile: z.literal('http://iiif.io/api/image/2/level2.json'),
})
const image = z
  .strictObject({
    id: uri,
    type: z.literal('Image'),
    format: mediaType,
    height: side.optional(),
    width: side.optional(),
    service: listOf(z.union([service3, service2])).optional(),
  })
  .refine(({ height, width }) => (height === undefined) === (width === undefined), 'has one side')

/** 3.1, `rights`. */
const rights = z
  .string()
  .regex(
    /^http:\/\/(creativecommons\.org\/(licenses|publicdomain)\/[a-z-]+\/\d\.\d\/([a-z]+\/)?|rightsstatements\.org\/vocab\/[A-Za-z-]+\/1\.0\/)$/,
  )
/** 3.1, `navDate`: an xsd:dateTime with a timezone, which also clients of RFC 3339 understand. */
const navDate = z.iso.datetime({ offset: true }).regex(/^(?!0000)/)

/** Section 2 of the extension. Stored longitudes continue beyond the antimeridian. */
const position = z.tuple([z.number().min(-360).max(360), z.number().min(-90).max(90)])
const ring = z.array(position).min(4).refine(isClosed, 'is open')
const geometry = z.union([
  z.strictObject({ type: z.literal('Point'), coordinates: position }),
  z.strictObject({ type: z.literal('Polygon'), coordinates: listOf(ring) }),
])
const navPlace = z.strictObject({
  id: uri,
  type: z.literal('FeatureCollection'),
  features: listOf(
    z.strictObject({
      id: uri,
      type: z.literal('Feature'),
      properties: z.strictObject({ label: languageMap }),
      geometry,
    }),
  ),
})

const described = {
  id: ownUri,
  label: languageMap,
  summary: htmlMap.optional(),
  metadata: listOf(entry).optional(),
  requiredStatement: entry.optional(),
  rights: rights.optional(),
  provider: listOf(agent).optional(),
  homepage: listOf(link).optional(),
  seeAlso: listOf(link).optional(),
  rendering: listOf(link).optional(),
  partOf: listOf(link.extend({ type: z.literal('Collection'), id: ownUri })).optional(),
}

/** 5.3 to 5.6: the body fills the canvas, and is not just the URI of its service. */
const canvas = z
  .strictObject({
    id: ownUri,
    type: z.literal('Canvas'),
    label: languageMap,
    height: side,
    width: side,
    items: listOf(
      z.strictObject({
        id: ownUri,
        type: z.literal('AnnotationPage'),
        items: listOf(
          z.strictObject({
            id: ownUri,
            type: z.literal('Annotation'),
            motivation: z.literal('painting'),
            body: image.required({ height: true, width: true }),
            target: ownUri,
          }),
        ),
      }),
    ),
  })
  .refine(
    ({ id, items }) => paintingsOf(items).every(({ target }) => target === id),
    'is no target',
  )
  .refine(
    (one) => paintingsOf(one.items).every(({ body }) => hasSameShape(body, one)),
    'is distorted',
  )

/** 4.6, and section 3.1 of the extension. */
const PRESENTATION = 'http://iiif.io/api/presentation/3/context.json'
const NAV_PLACE = 'http://iiif.io/api/extension/navplace/context.json'

/** 5.2 */
const manifestFields = {
  type: z.literal('Manifest'),
  ...described,
  navDate: navDate.optional(),
  thumbnail: listOf(image).optional(),
  items: listOf(canvas),
}
const manifest = z.strictObject({ '@context': z.literal(PRESENTATION), ...manifestFields })
const placedManifest = z.strictObject({
  '@context': z.tuple([z.literal(NAV_PLACE), z.literal(PRESENTATION)]),
  ...manifestFields,
  navPlace,
})

/** 5.1: items are references. A catalog may be empty. */
const collection = z.strictObject({
  '@context': z.union([
    z.literal(PRESENTATION),
    z.tuple([z.literal(NAV_PLACE), z.literal(PRESENTATION)]),
  ]),
  type: z.literal('Collection'),
  ...described,
  items: z
    .array(
      z.strictObject({
        id: ownUri,
        type: z.enum(['Collection', 'Manifest']),
        label: languageMap,
        thumbnail: listOf(image).optional(),
        navDate: navDate.optional(),
        navPlace: navPlace.optional(),
      }),
    )
    .max(MAX_IIIF_ITEMS),
})

/** Lists what a Manifest or a Collection does wrong, each with its place; nothing for a correct one. */
export function findPresentationProblems(document: Document, baseUrl: string): string[] {
  const { error } = schemaOf(document).safeParse(document)
  if (error) return error.issues.map(({ path, message }) => `${path.join('/')}: ${message}`)
  const problems: string[] = []
  if (Object.keys(document)[0] !== '@context') problems.push('@context is not the first member')
  if (declaresPlaces(document) !== hasPlaces(document))
    problems.push('the context of places is missing or superfluous')
  const ids = [...listIds(document)]
  for (const id of ids) {
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`the id ${id} is repeated`)
  }
  for (const id of [document.id, ...(document.items ?? []).map((item) => item.id)]) {
    if (!id?.startsWith(`${baseUrl}/`)) problems.push(`the id ${id} is not below ${baseUrl}`)
  }
  return problems
}

function declaresPlaces({ '@context': contexts }: Document): boolean {
  return contexts?.includes(NAV_PLACE) === true
}

function hasPlaces(document: Document): boolean {
  return [document, ...(document.items ?? [])].some((part) => 'navPlace' in part)
}

interface Document {
  '@context'?: string | string[]
  type?: string
  id?: string
  items?: { id?: string }[]
  navPlace?: unknown
}

function schemaOf({ type, navPlace: place }: Document): z.ZodType {
  if (type === 'Collection') return collection
  return place === undefined ? manifest : placedManifest
}

/** Pictures may occur more than once, other resources may not. */
function* listIds(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'id') yield String(inner)
    else if (!['body', 'thumbnail', 'service'].includes(key)) yield* listIds(inner)
  }
}

interface Shape {
  width?: number | undefined
  height?: number | undefined
}

function paintingsOf(pages: { items: { target: string; body: Shape }[] }[]) {
  return pages.flatMap(({ items }) => items)
}

/** A smaller version may be rounded by half a pixel. */
function hasSameShape(body: Shape, { width, height }: Required<Shape>): boolean {
  const { width: bodyWidth = 0, height: bodyHeight = 0 } = body
  return Math.abs(bodyWidth * height - bodyHeight * width) <= Math.max(width, height)
}

function isClosed(positions: readonly unknown[]): boolean {
  return String(positions[0]) === String(positions.at(-1))
}

function isTextOrSafeHtml(text: string): boolean {
  if (!/^<.*>$/s.test(text)) return true
  const [, , content = ''] =
    /^<(span|a href="https?:\/\/[^"<>]*")>(.*)<\/(?:span|a)>$/s.exec(text) ?? []
  return content !== '' && !/[<>]|&(?!(amp|lt|gt|quot|#39);)/.test(content)
}
