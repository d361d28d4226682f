import { z } from 'zod'
import { findNearby } from '../../../../core/queries/images/images-around.ts'
import { parseTypedPosition } from '../../../../core/model/geometry/typed-position.ts'
import { createNearPage } from '../../../pages/editor/near.ts'
import { readScope } from '../../../pages/editor/scope.ts'
import { parseId } from '../../../http/parse-id.ts'
import { presentImage } from '../../../presenters/image.ts'
import { pageRoute } from '../page-route.ts'

/** Pictures that are listed. */
const LISTED = 12

/** Distance up to which a camera counts as on the spot, in meters: more than the rounding of positions in tiles. */
const SPOT = 2

const nearQuery = z.object({
  image: z.string().optional().describe('Id of the image to place.'),
  at: z.string().optional().describe('The position: latitude, longitude.'),
  kind: z.string().optional().describe('`area` for the editor of areas.'),
  spot: z.string().optional().describe('Anything leaves out what is not at the position itself.'),
})

/** The placed pictures near a position, whose places the editor of points takes over. */
export const nearRoute = pageRoute({
  path: '/georeference/near/',
  mayLag: true,
  summary: 'List the placed images near a position, for the editor',
  query: nearQuery,
  errorResponses: { 404: 'There is no such image.' },
  async show(visit, { catalog: { reads }, query, links, target }) {
    const image = parseId(query.image, 'Image')
    const scope = readScope(target.split('?', 2)[1] ?? '')
    const position = parseTypedPosition(query.at ?? '')
    const images = position
      ? await findNearby(reads, {
          except: new Set([image]),
          position,
          limit: LISTED,
          withRefuted: true,
          ...(query.spot !== undefined && { within: SPOT }),
        })
      : []
    const pictures = images.map(({ camera, ...row }) => ({
      ...presentImage(row, links, visit.language),
      camera,
    }))
    return createNearPage(visit, { image, scope, isOfAreas: query.kind === 'area', pictures })
  },
})
