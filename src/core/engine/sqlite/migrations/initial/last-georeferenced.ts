const KINDS = [
  { table: 'georeference', fromAbove: 0 },
  { table: 'from_above_georeference', fromAbove: 1 },
] as const

/**
 * Statements that keep what an image remembers of the newest georeference of the kind that counts for it
 * (`last_georeferenced_at`, `last_confidence`), whoever writes georeferences and however.
 */
export const lastGeoreferenced: readonly string[] = [
  ...KINDS.flatMap(({ table }) => [
    trigger(`${table}_added`, `insert on ${table}`, 'new.image_id'),
    trigger(`${table}_changed`, `update of created_at, confidence on ${table}`, 'new.image_id'),
    trigger(`${table}_removed`, `delete on ${table}`, 'old.image_id'),
  ]),
  trigger('image_from_above_changed', 'update of from_above on image', 'new.id'),
]

function trigger(name: string, event: string, image: string): string {
  const updates = KINDS.map(
    ({ table, fromAbove }) => `
    update image set (last_georeferenced_at, last_confidence) = (
      select created_at, confidence from ${table} where image_id = image.id
      order by created_at desc, id desc limit 1
    ) where id = ${image} and from_above = ${fromAbove};`,
  )
  return `create trigger ${name} after ${event} begin${updates.join('')} end`
}
