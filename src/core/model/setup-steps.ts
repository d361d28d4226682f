/** Steps from an empty catalog to one with public images, in order. */
export const SETUP_STEPS = ['staff', 'source', 'collection', 'images', 'public'] as const

export type SetupStep = (typeof SETUP_STEPS)[number]

/**
 * The commands of a step, for a terminal in which `CATALOG_DATA` names the data directory.
 * @param baseUrl of the server
 */
export function listSetupCommands(step: SetupStep, baseUrl: string): string[] {
  switch (step) {
    case 'staff':
      return ['catalog admin init --staff NAME']
    case 'source':
      return [
        'catalog source create --name "Town archive" --description "Pictures of the town" \\',
        '  --site-url https://archive.example.org --public --data "$CATALOG_DATA"',
      ]
    case 'collection':
      return [
        'catalog collection create --source town-archive --name "Album 3" --public \\',
        '  --data "$CATALOG_DATA"',
      ]
    case 'public':
      return [
        'catalog collection list --data "$CATALOG_DATA"',
        'catalog source publish town-archive --data "$CATALOG_DATA"',
        'catalog collection publish 1 --data "$CATALOG_DATA"',
      ]
    default:
      return [`catalog login ${baseUrl}`, 'catalog import album3.csv --collection 1']
  }
}
