const KINDS = [
  { table: 'georeference', fromAbove: 0 },
  { table: 'from_above_georeference', fromAbove: 1 },
] as const

/**
 * Triggers that maintain `last_georeferenced_at` and `last_confidence` of an image: those of its newest area if it
 * was taken from above, otherwise of its newest point.
 */
export const lastGeoreferencedTriggers: readonly string[] = [
  ...KINDS.flatMap(({ table }) => [
    createTrigger(`${table}_added`, `insert on ${table}`, 'new.image_id'),
    createTrigger(
      `${table}_changed`,
      `update of created_at, confidence on ${table}`,
      'new.image_id',
    ),
    createTrigger(`${table}_removed`, `delete on ${table}`, 'old.image_id'),
  ]),
  createTrigger('image_from_above_changed', 'update of from_above on image', 'new.id'),
]

function createTrigger(name: string, event: string, image: string): string {
  const updates = KINDS.map(
    ({ table, fromAbove }) => `
    update image set (last_georeferenced_at, last_confidence) = (
      select created_at, confidence from ${table} where image_id = image.id
      order by created_at desc, id desc limit 1
    ) where id = ${image} and from_above = ${fromAbove};`,
  )
  return `create trigger ${name} after ${event} begin${updates.join('')} end`
}
