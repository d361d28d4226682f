import { notFound } from '../base/errors.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../base/limits.ts'

/** A requested page of a list. Pages count from 1. */
export interface PageRequest {
  number: number
  size: number
}

const INVALID_PAGE = 'Invalid page.'

/**
 * Parses `page` and `page_size` from a query string.
 * @throws CatalogError kind `not_found` if `page` is not a positive integer
 */
export function parsePage(given: { page?: string; page_size?: string }): PageRequest {
  return { number: parsePageNumber(given.page), size: parsePageSize(given.page_size) }
}

/**
 * Requires that the page exists. The first page of an empty list exists.
 * @throws CatalogError kind `not_found` if a list of `count` items has no such page
 */
export function requirePage({ number, size }: PageRequest, count: number): void {
  if (number > 1 && (number - 1) * size >= count) throw notFound(INVALID_PAGE)
}

function parsePageNumber(text: string | undefined): number {
  if (text === undefined || text === '') return 1
  const number = parseInteger(text)
  if (number === undefined || number === 0 || !Number.isSafeInteger(number)) {
    throw notFound(INVALID_PAGE)
  }
  return number
}

function parsePageSize(text: string | undefined): number {
  return Math.min(parseInteger(text ?? '') || DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
}

function parseInteger(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined
}
