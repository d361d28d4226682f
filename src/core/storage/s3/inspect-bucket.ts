import { randomUUID } from 'node:crypto'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import { incomingKey } from '../keys.ts'
import type { UploadTarget } from '../upload-target.ts'
import { openBucket, openUploads, type Bucket, type S3Settings } from './bucket.ts'
import { presignUpload } from './presign-upload.ts'
import { nameS3Error } from './s3-errors.ts'

export interface BucketInspection {
  url: string
  /** Operations that failed, with their errors: `PutObject: AccessDenied`. */
  failures: string[]
  /** Result of the CORS preflight of an upload from a web page; null if there was no response. */
  preflight: Preflight | null
}

interface Preflight {
  /** Lead of the storage's clock in seconds; null if the response has no time. */
  clockAheadSeconds: number | null
  /** Whether web pages of any site may upload. */
  isAllowed: boolean
}

const RESPONSE_MS = 10_000

const CONTENT_TYPE = 'image/jpeg'
const LIFETIME: Micros = 60 * MICROS_PER_SECOND

/**
 * Tries all operations that a catalog needs with small objects, which it removes again, and an upload as clients send it.
 */
export async function inspectBucket(
  settings: S3Settings & { uploadEndpoint: string | null },
  now: () => Micros,
): Promise<BucketInspection> {
  using bucket = openBucket(settings)
  const uploads = openUploads(bucket, settings)
  const keys = { key: incomingKey(randomUUID()), copied: incomingKey(randomUUID()) }
  const target = { key: keys.key, contentType: CONTENT_TYPE, expiresAt: now() + LIFETIME }
  const failures: string[] = []
  for (const [operation, request] of [
    ...listOperations(bucket, keys),
    ['upload', () => upload(uploads, target, now())] satisfies Operation,
    ...listRemovals(bucket, keys),
  ]) {
    try {
      await request(bucket.client)
    } catch (error) {
      failures.push(`${operation}: ${nameS3Error(error)}`)
    }
  }
  const preflight = await askForUpload(uploads, target, now).catch(() => null)
  uploads.client.destroy()
  return { url: settings.url, failures, preflight }
}

interface Keys {
  key: string
  copied: string
}

type Operation = [name: string, request: (client: S3Client) => Promise<unknown>]

function listOperations(bucket: Bucket, { key, copied }: Keys): Operation[] {
  const Bucket = bucket.name
  const source = bucket.keyOf(key)
  const object = { Bucket, Key: source }
  const copy = { Bucket, Key: bucket.keyOf(copied), CopySource: encodeURI(`${Bucket}/${source}`) }
  const page = { Bucket, Prefix: bucket.keyOf('incoming/'), MaxKeys: 1 }
  return [
    ['ListObjectsV2', (client) => client.send(new ListObjectsV2Command(page))],
    ['PutObject', (client) => client.send(new PutObjectCommand({ ...object, Body: 'catalog' }))],
    ['HeadObject', (client) => client.send(new HeadObjectCommand(object))],
    ['GetObject', (client) => readObject(client, object)],
    ['CopyObject', (client) => client.send(new CopyObjectCommand(copy))],
  ]
}

function listRemovals(bucket: Bucket, keys: Keys): Operation[] {
  return Object.values(keys).map((key) => {
    const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: bucket.keyOf(key) })
    return ['DeleteObject', (client) => client.send(command)]
  })
}

async function readObject(
  client: S3Client,
  object: { Bucket: string; Key: string },
): Promise<void> {
  const { Body } = await client.send(new GetObjectCommand({ ...object, Range: 'bytes=0-2' }))
  await Body?.transformToByteArray()
}

/** @throws Error if the URL that clients would get does not accept the upload */
async function upload(uploads: Bucket, target: UploadTarget, now: Micros): Promise<void> {
  const response = await fetch(await presignUpload(uploads, target, now), {
    method: 'PUT',
    headers: { 'Content-Type': target.contentType },
    body: 'catalog',
    signal: AbortSignal.timeout(RESPONSE_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(/<Code>(\w+)</.exec(text)?.[1] ?? `HTTP ${response.status}`)
}

/** Sends the preflight request of a browser (https://fetch.spec.whatwg.org/#cors-preflight-fetch). */
async function askForUpload(
  uploads: Bucket,
  target: UploadTarget,
  now: () => Micros,
): Promise<Preflight> {
  const url = await presignUpload(uploads, target, now())
  const response = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://example.org',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'content-type',
    },
    signal: AbortSignal.timeout(RESPONSE_MS),
  })
  await response.arrayBuffer()
  const time = Date.parse(response.headers.get('Date') ?? '')
  const ahead = Math.round((time * 1000 - now()) / MICROS_PER_SECOND)
  const origin = response.headers.get('Access-Control-Allow-Origin') ?? ''
  return {
    clockAheadSeconds: Number.isNaN(time) ? null : ahead,
    isAllowed: response.ok && ['*', 'https://example.org'].includes(origin),
  }
}
