/**
 * Works on several items at a time and gives the results in the order of the items. Never more than
 * `atOnce` are begun and not yet taken.
 */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = []
  for await (const item of items) {
    const result = work(item)
    // Whoever awaits it later gets the failure; until then nobody does, which alone would end the program.
    result.catch(() => {})
    begun.push(result)
    if (begun.length >= atOnce) yield await (begun.shift() as Promise<Result>)
  }
  for (const result of begun) yield await result
}
