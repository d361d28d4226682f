import { z, type ZodObject } from 'zod'

type Mask<Shape> = Readonly<Partial<Record<keyof Shape, true>>>

/**
 * The member `previous` of an update: what the client has read of a record. It may send the whole record; members that
 * cannot be changed are ignored.
 * @param record the schema of the record
 * @param names the members that can be changed
 */
export function previousValues<Shape extends z.ZodRawShape, const Names extends Mask<Shape>>(
  record: ZodObject<Shape>,
  names: Names,
) {
  const chosen = Object.fromEntries(
    Object.keys(names).map((name) => [name, record.shape[name] as z.ZodType]),
  )
  return z.object(chosen, 'Invalid data. Expected an object.').partial().nullish().meta({
    description:
      'What the client has read of the record. If one of the members to change has another value by now, nothing changes.',
  })
}
