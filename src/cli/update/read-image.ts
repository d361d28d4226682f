import type { Api } from '../client/api.ts'
import { imageResponse, type ImageResponse } from './differences.ts'

export interface CurrentImage {
  image: ImageResponse
  etag: string | undefined
}

export async function readImage(api: Pick<Api, 'get'>, imageId: number): Promise<CurrentImage> {
  let etag: string | undefined
  const image = await api.get(`/api/v2/images/${imageId}/`, imageResponse, ({ headers }) => {
    etag = headers.etag
  })
  return { image, etag }
}
