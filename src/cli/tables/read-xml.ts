import { TextDecoder } from 'node:util'
import { createXmlReader, type XmlHandlers } from '../../core/model/xml-reader.ts'
import type { Zip } from './zip.ts'

const MAX_PART_BYTES = 16 * 1024 ** 2

/** Parses a part of an archive as XML. Yields after each chunk. */
export async function* readXml(
  zip: Zip,
  part: string,
  maxBytes: number,
  handlers: XmlHandlers,
): AsyncGenerator<undefined> {
  const decoder = new TextDecoder('utf-8')
  const read = createXmlReader(handlers)
  for await (const chunk of zip.read(part, maxBytes)) {
    read(decoder.decode(chunk, { stream: true }))
    yield
  }
}

export async function readXmlToEnd(
  zip: Zip,
  part: string,
  handlers: XmlHandlers,
  maxBytes = MAX_PART_BYTES,
): Promise<void> {
  for await (const _ of readXml(zip, part, maxBytes, handlers));
}
