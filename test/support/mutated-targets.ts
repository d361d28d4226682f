import type { UploadSlot } from '../../src/core/contract/import.ts'

/** A misuse of an upload target; absent members are correct. */
export interface MutatedTarget {
  name: string
  method?: string
  url?: string
  headers?: Record<string, string>
}

/** Returns misuses of the slot's upload target, some with parts of a second slot. */
export function mutatedTargets(slot: UploadSlot, other: UploadSlot): MutatedTarget[] {
  return [
    ...mutatedSignatures(slot, other),
    ...mutatedExpiries(slot),
    ...mutatedPaths(slot, other),
    ...mutatedQueries(slot),
    ...mutatedHeaders(slot),
    ...['GET', 'HEAD', 'POST', 'DELETE', 'PATCH'].map((method) => ({ name: method, method })),
  ]
}

function parts({ upload_url: url }: UploadSlot) {
  const [path = '', query = ''] = url.split('?')
  const [expires = '', signature = ''] = query.split('&').map((pair) => pair.split('=')[1])
  return { path, query, expires, signature }
}

function mutatedSignatures(slot: UploadSlot, other: UploadSlot): MutatedTarget[] {
  const { path, expires, signature } = parts(slot)
  const flipped = [0, 13, 31, 32, 47, 63].map((at) => {
    const digit = signature[at] === '0' ? '1' : '0'
    return signature.slice(0, at) + digit + signature.slice(at + 1)
  })
  return [
    ...flipped,
    '',
    signature.slice(1),
    signature.slice(0, -1),
    `${signature}0`,
    `${signature}%00`,
    `%20${signature}`,
    signature.toUpperCase(),
    signature.split('').toReversed().join(''),
    '0'.repeat(64),
    Buffer.from(signature, 'hex').toString('base64url'),
    `%${signature.charCodeAt(0).toString(16)}${signature.slice(1)}`,
    parts(other).signature,
  ].map((changed, index) => ({
    name: `signature ${index}`,
    url: `${path}?expires=${expires}&signature=${changed}`,
  }))
}

function mutatedExpiries(slot: UploadSlot): MutatedTarget[] {
  const { path, expires, signature } = parts(slot)
  const later = String(Number(expires) + 1)
  const earlier = String(Number(expires) - 1)
  return [
    later,
    earlier,
    '',
    '0',
    '-1',
    `0${expires}`,
    `+${expires}`,
    `${expires}.0`,
    '9'.repeat(16),
  ]
    .concat([`${expires}0`, 'Infinity', `0x${Number(expires).toString(16)}`, `${expires}%20`])
    .map((changed, index) => ({
      name: `expires ${index}`,
      url: `${path}?expires=${changed}&signature=${signature}`,
    }))
}

function mutatedPaths(slot: UploadSlot, other: UploadSlot): MutatedTarget[] {
  const { path, query } = parts(slot)
  const id = slot.slot_id
  return [
    parts(other).path,
    path.replace(id, id.toUpperCase()),
    path.replace(id, `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`),
    path.replace(id, `${id}%00`),
    path.replace(id, `../incoming/${id}`),
    path.replace(id, `%2e%2e/incoming/${id}`),
    path.replace(id, `..%2f..%2fimages%2f1`),
    path.replace(id, ''),
    path.replace('/incoming/', '//incoming//'),
    path.replace('/incoming/', '/incoming/./'),
    path.replace('/incoming/', '/images/'),
    path.replace('/incoming/', '/INCOMING/'),
    path.replace('/upload/', '/'),
    `${path}/`,
    `${path}/x`,
    `${path}.jpg`,
  ].map((changed, index) => ({ name: `path ${index}`, url: `${changed}?${query}` }))
}

function mutatedQueries(slot: UploadSlot): MutatedTarget[] {
  const { path, query, expires, signature } = parts(slot)
  return [
    '',
    `expires=${expires}`,
    `signature=${signature}`,
    `signature=${signature}&expires=${expires}`,
    `${query}&${query}`,
    `${query}&signature=${signature}`,
    `expires=${expires}&${query}`,
    `${query}&x=1`,
    `${query}&`,
    `&${query}`,
    query.replace('&', ';'),
    query.replace('&', '&amp;'),
    query.replace('signature', 'Signature'),
    query.replace('signature', 'signature[]'),
    query.replace('expires', 'e%78pires'),
  ].map((changed, index) => ({ name: `query ${index}`, url: `${path}?${changed}` }))
}

function mutatedHeaders(slot: UploadSlot): MutatedTarget[] {
  const type = slot.upload_headers['Content-Type']!
  const others = ['image/png', 'text/html', '', `${type};charset=utf-8`, type.toUpperCase()]
  return [
    { name: 'no type', headers: {} },
    ...others.map((other) => ({ name: `type ${other}`, headers: { 'Content-Type': other } })),
    { name: 'token', headers: { ...slot.upload_headers, Authorization: 'Bearer x' } },
    { name: 'basic', headers: { ...slot.upload_headers, Authorization: 'Basic eDp5' } },
  ]
}
