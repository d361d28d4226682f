/** Statements that keep `image.last_georeferenced_at`, whoever writes georeferences and however. */
export const lastGeoreferenced: readonly string[] = [
  ...['georeference', 'from_above_georeference'].flatMap((table) => [
    trigger(`${table}_added`, `insert on ${table}`, 'new.image_id'),
    trigger(`${table}_changed`, `update of created_at, image_id on ${table}`, 'new.image_id'),
    trigger(`${table}_removed`, `delete on ${table}`, 'old.image_id'),
  ]),
  trigger('image_from_above_changed', 'update of from_above on image', 'new.id'),
]

function trigger(name: string, event: string, image: string): string {
  return `create trigger ${name} after ${event} begin
    update image set last_georeferenced_at = case from_above
      when 0 then (select max(created_at) from georeference where image_id = image.id)
      else (select max(created_at) from from_above_georeference where image_id = image.id) end
    where id = ${image};
  end`
}
