import { readSync, writeSync } from 'node:fs'
import { BLOCK_BYTES } from './frame.ts'
import type { Component } from './frame.ts'

/** The coefficients of one component on disk, in the order in which they are coded, a row of blocks at a time. */
export interface CoefficientPlane {
  component: Component
  /** What was never written is zero. */
  readRow(row: number): Int16Array
  writeRow(row: number, coefficients: Int16Array): void
}

/** @param offset where in the file the plane begins */
export function coefficientPlane(
  file: number,
  component: Component,
  offset: number,
): CoefficientPlane {
  const rowBytes = component.padded.width * BLOCK_BYTES
  return {
    component,
    readRow(row) {
      const bytes = Buffer.alloc(rowBytes)
      readSync(file, bytes, 0, rowBytes, offset + row * rowBytes)
      return new Int16Array(bytes.buffer, bytes.byteOffset, rowBytes / 2)
    },
    writeRow(row, coefficients) {
      const { buffer, byteOffset, byteLength } = coefficients
      writeSync(
        file,
        Buffer.from(buffer, byteOffset, byteLength),
        0,
        rowBytes,
        offset + row * rowBytes,
      )
    },
  }
}
