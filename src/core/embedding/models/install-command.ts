import { KNOWN_MODELS } from './known-models.ts'
import type { Manifest } from './manifest.ts'

/**
 * Returns the command that installs a model, or replaces the damaged files of an installed one.
 * @param manifest the one of the installed model
 */
export function getInstallCommand(
  name: string,
  manifest?: Pick<Manifest, 'repository' | 'revision'>,
): string {
  const known = KNOWN_MODELS.find((model) =>
    manifest ? model.repository === manifest.repository : model.name === name,
  )
  if (!known) return `catalog model add ${name} DIR`
  const revision = manifest?.revision ?? known.revision
  return [
    `catalog model fetch ${known.name}`,
    ...(revision === known.revision ? [] : [`--revision ${revision}`]),
    ...(name === known.name ? [] : [`--as ${name}`]),
  ].join(' ')
}
