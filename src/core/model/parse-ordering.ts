/** One field to sort by. Every order ends with the id, so that pages never overlap. */
export interface OrderTerm<Field extends string> {
  field: Field
  descending: boolean
}

/**
 * Parses `ordering=-created_at,title`. Unknown fields are ignored. Without a known field the default applies.
 */
export function parseOrdering<Field extends string>(
  text: string | undefined,
  fields: readonly Field[],
  fallback: OrderTerm<Field>,
): OrderTerm<Field>[] {
  const terms = (text ?? '').split(',').flatMap((word) => {
    const name = word.trim()
    const descending = name.startsWith('-')
    const field = fields.find((known) => known === (descending ? name.slice(1) : name))
    return field === undefined ? [] : [{ field, descending }]
  })
  const distinct = terms.filter(
    ({ field }, index) => terms.findIndex((earlier) => earlier.field === field) === index,
  )
  return distinct.length > 0 ? distinct : [fallback]
}
