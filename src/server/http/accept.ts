/** Returns the type that the client prefers: `other` if it names that type in Accept, else `usual`. */
export function preferType(accept: string | undefined, usual: string, other: string): string {
  const weights = parseAccept(accept ?? '')
  const weight = weights.get(other) ?? 0
  return weight > 0 && weight >= (weights.get(usual) ?? 0) ? other : usual
}

/** Returns the weight of each media type (RFC 9110, section 12.5.1). Ignores other parameters. */
export function parseAccept(accept: string): Map<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [type, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
}
