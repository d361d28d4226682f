import { asList, asObject, asText, type Members } from '../../../core/base/json-values.ts'

/** Image service: its base address, and the size that is the full one in its version. */
interface ImageService {
  url: string
  size: 'full' | 'max'
}

/** End of a request of the IIIF Image API for a whole picture, such as `/full/full/0/default.jpg`. */
export const IMAGE_REQUEST = /\/full\/(?:[^/]+)\/0\/(?:default|native|color)\.\w+$/
const FULL_IMAGE_REQUEST = /\/full\/(?:full|max)\/0\/(?:default|native|color)\.\w+$/

/** Returns the address of the largest picture of a canvas: its original, the image service at full size, or the picture itself. */
export function findPicture(canvas: Members, originals: readonly Members[]): string | undefined {
  const original = originals.map(findOriginal).find((url) => url !== undefined)
  if (original !== undefined) return original
  const body = findBody(canvas)
  if (body === undefined) return undefined
  const url = asText(body['id'] ?? body['@id'])
  const service = findService(body)
  if (service === undefined || (url !== undefined && FULL_IMAGE_REQUEST.test(url))) return url
  // A picture of its own may be larger than what the service returns, and better than its copy.
  if (url !== undefined && !IMAGE_REQUEST.test(url) && isSameSize(body, canvas)) return url
  return `${service.url}/full/${service.size}/0/default.jpg`
}

/** Returns the picture among the other forms of a resource. */
function findOriginal({ rendering }: Members): string | undefined {
  for (const one of asList(rendering).map(asObject)) {
    const format = asText(one['format']) ?? ''
    if (format.startsWith('image/') && format !== 'image/svg+xml')
      return asText(one['id'] ?? one['@id'])
  }
  return undefined
}

/** Returns the first image that is painted on a canvas, of version 3 or 2. */
function findBody(canvas: Members): Members | undefined {
  const pages = asList(canvas['items']).map(asObject)
  const annotations = pages.flatMap((page) => asList(page['items']).map(asObject))
  const bodies = annotations
    .filter(({ motivation }) => asList(motivation ?? 'painting').includes('painting'))
    .flatMap(({ body }) => asList(body))
  const resources = asList(canvas['images']).map((image) => asObject(image)['resource'])
  return [...bodies, ...resources].map(chooseImage).find((body) => body !== undefined)
}

/** Returns an image, the first one of a choice, or that of which a part is shown. */
function chooseImage(value: unknown): Members | undefined {
  const body = asObject(value)
  const type = readType(body)
  if (type === 'Choice') return asObject(asList(body['items'])[0] ?? body['default'])
  const shown =
    type === 'SpecificResource' ? asObject(asList(body['source'] ?? body['full'])[0]) : body
  return readType(shown) === 'Image' ? shown : undefined
}

/** Version 2 has prefixes. */
function readType(resource: Members): string {
  return (asText(resource['type'] ?? resource['@type']) ?? '').replace(/^(?:oa|dctypes):/, '')
}

function findService({ service }: Members): ImageService | undefined {
  const services = asList(service).flatMap((one) => toImageService(asObject(one)) ?? [])
  return services.find(({ size }) => size === 'max') ?? services[0]
}

/** Version 3 names its full size `max`, and earlier versions `full`. */
function toImageService(service: Members): ImageService | undefined {
  const url = asText(service['id'] ?? service['@id'])?.replace(/\/$/, '')
  const traits = [
    service['type'],
    service['@type'],
    service['@context'],
    ...asList(service['profile']),
  ]
  const text = traits.map((trait) => asText(trait) ?? '').join(' ')
  if (url === undefined) return undefined
  if (/ImageService3|\/image\/3\//.test(text)) return { url, size: 'max' }
  const isEarlier = /ImageService[12]|\/image\/[12]\/|image-api|\/level[012]/.test(text)
  return isEarlier ? { url, size: 'full' } : undefined
}

function isSameSize(body: Members, canvas: Members): boolean {
  return Number(body['width']) >= Number(canvas['width'])
}
