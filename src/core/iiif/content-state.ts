/** Content states: Content State API 1.0. */

import { asList, asObject, asText } from '../base/json-values.ts'

/** Characters of a content state; a longer one is not read. */
export const MAX_CONTENT_STATE = 8000

/** Annotations, selectors and containers that are nested more deeply are not read. */
const MAX_DEPTH = 8

/** Sides of the region around a point, in pixels. */
const POINT_REGION = 500

/** A resource that a content state points to. */
export interface StateTarget {
  url: string
  /** Part of it, as the value of the media fragment `xywh`; undefined for all of it. */
  xywh: string | undefined
}

/**
 * Reads a content state: the address of a resource, JSON, or either of them in the encoding of section 6.
 * @returns the resources that it points to, in the order of preference; none if it is no content state
 */
export function readContentState(text: string): StateTarget[] {
  if (text.length > MAX_CONTENT_STATE) return []
  const plain = text.trim()
  return readPlainState(plain) ?? readPlainState(decode(plain)) ?? []
}

function readPlainState(text: string): StateTarget[] | undefined {
  if (/^https?:/i.test(text)) return listTargets(text)
  return /^[[{"]/.test(text) ? listTargets(parseJson(text)) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Decodes base64url of percent-encoded text. */
function decode(text: string): string {
  if (!/^[\w-]+={0,2}$/.test(text)) return ''
  try {
    return decodeURIComponent(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return ''
  }
}

/** @param xywh part that a selector around the value names */
function listTargets(value: unknown, xywh?: string, depth = 0): StateTarget[] {
  if (depth > MAX_DEPTH) return []
  const url = asText(value)
  if (url !== undefined) return [readAddress(url, xywh)]
  const list = (inner: unknown, part = xywh): StateTarget[] =>
    asList(inner).flatMap((one) => listTargets(one, part, depth + 1))
  if (Array.isArray(value)) return list(value)
  const resource = asObject(value)
  const { target, source, selector, partOf } = resource
  if (target !== undefined) return list(target)
  if (source !== undefined) return list(source, readSelectors(selector) ?? xywh)
  // The manifest of a canvas is known even if the canvas is not.
  return [...list(asText(resource['id'] ?? resource['@id'])), ...list(partOf)]
}

function readAddress(address: string, xywh: string | undefined): StateTarget {
  const [url = '', fragment = ''] = address.split('#', 2)
  return { url, xywh: xywh ?? readFragment(fragment) }
}

/** Returns the first part that one of the selectors names. */
function readSelectors(selectors: unknown): string | undefined {
  return asList(selectors)
    .map(asObject)
    .map(({ type, value, x, y }) => {
      if (type === 'PointSelector') return formatPointRegion(Number(x), Number(y))
      return type === 'FragmentSelector' ? readFragment(asText(value) ?? '') : undefined
    })
    .find((part) => part !== undefined)
}

function readFragment(fragment: string): string | undefined {
  return new URLSearchParams(fragment).get('xywh') ?? undefined
}

function formatPointRegion(x: number, y: number): string | undefined {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined
  const [left, top] = [x, y].map((middle) => Math.max(0, Math.round(middle - POINT_REGION / 2)))
  return [left, top, POINT_REGION, POINT_REGION].join(',')
}
