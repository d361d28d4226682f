import { getVisibility } from '../../core/auth/caller.ts'
import { placeSuggestions } from '../../core/contract/place-suggestion.ts'
import { getImage } from '../../core/queries/images/images.ts'
import { suggestPlacesFor } from '../../core/queries/places/suggest-for-image.ts'
import { parseId } from '../http/parse-id.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { presentPlaceSuggestions } from '../presenters/place-suggestions.ts'

/** An app asks once for each image that it shows. */
const SUGGESTIONS_PER_MINUTE = 120

export const placeSuggestionRoute = route({
  method: 'GET',
  path: '/api/v2/images/:id/place-suggestions/',
  summary: 'Suggest places that an image may show',
  responses: { 200: placeSuggestions },
  perMinute: SUGGESTIONS_PER_MINUTE,
  async handle({ catalog, caller, params, clientAddress, disconnectSignal }) {
    const image = await getImage(catalog.reads, parseId(params.id, 'Image'), getVisibility(caller))
    const client = { address: clientAddress(), signal: disconnectSignal() }
    return json(presentPlaceSuggestions(await suggestPlacesFor(catalog, image, client)))
  },
})
