function dataset(record: number, number: number, bytes: Buffer): Buffer {
  const head = Buffer.from([0x1c, record, number, 0, 0])
  head.writeUInt16BE(bytes.length, 3)
  return Buffer.concat([head, bytes])
}

/** IPTC data with these datasets of record 2, in UTF-8 or as bytes. */
export function iptcOf(values: readonly [dataset: number, text: string | Buffer][]): Buffer {
  return Buffer.concat(values.map(([number, text]) => dataset(2, number, Buffer.from(text))))
}

/** IPTC data that declare their encoding by an escape sequence of ISO 2022. */
export function declareEncoding(iptc: Buffer, escape: string): Buffer {
  return Buffer.concat([dataset(1, 90, Buffer.from(escape, 'latin1')), iptc])
}

/** Image resources of Photoshop: IPTC data, and their digest if it is given. */
export function photoshopResources(iptc: Buffer, digest?: Buffer): Buffer {
  return Buffer.concat([resource(0x0404, iptc), ...(digest ? [resource(0x0425, digest)] : [])])
}

function resource(id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.write('8BIM', 'latin1')
  head.writeUInt16BE(id, 4)
  head.writeUInt32BE(content.length, 8)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** Inserts IPTC data as an image resource after the first marker of a JPEG. */
export function withIptc(jpeg: Buffer, iptc: Buffer, digest?: Buffer): Buffer {
  const resources = photoshopResources(iptc, digest)
  return withSegment(jpeg, 0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), resources]))
}

/** Inserts an application segment after the first marker of a JPEG. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** An XMP packet with these properties as XML. */
export function xmpOf(properties: string, attributes = ''): string {
  const namespaces = [
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    'xmlns:exif="http://ns.adobe.com/exif/1.0/"',
    'xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"',
    'xmlns:cc="http://creativecommons.org/ns#"',
  ].join(' ')
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${namespaces}><rdf:Description rdf:about="" ${attributes}>${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`
}
