import type { HostSource } from '../../../../core/queries/host-collections.ts'

/** A source as the commands print it. */
export function presentSource({ public: isPublic, ...source }: HostSource) {
  const { id, slug, name, url, description, collections, images } = source
  return { id, slug, name, public: isPublic === 1, collections, images, url, description }
}
