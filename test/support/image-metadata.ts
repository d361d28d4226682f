/** An IIM dataset of record 2. */
function dataset(number: number, text: string): Buffer {
  const bytes = Buffer.from(text)
  const head = Buffer.from([0x1c, 2, number, 0, 0])
  head.writeUInt16BE(bytes.length, 3)
  return Buffer.concat([head, bytes])
}

/** IPTC data with these datasets of record 2. */
export function iptcOf(values: readonly [dataset: number, text: string][]): Buffer {
  return Buffer.concat(values.map(([number, text]) => dataset(number, text)))
}

/** Inserts IPTC data as an image resource after the first marker of a JPEG. */
export function withIptc(jpeg: Buffer, iptc: Buffer): Buffer {
  const resource = Buffer.alloc(12)
  resource.write('8BIM', 'latin1')
  resource.writeUInt16BE(0x0404, 4)
  resource.writeUInt32BE(iptc.length, 8)
  return withSegment(jpeg, 0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource, iptc]))
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
