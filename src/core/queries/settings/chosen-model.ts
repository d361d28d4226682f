import type { Selects } from '../../database/store.ts'
import { readStoredSetting } from './stored-setting.ts'

/** Name of the setting: the name of the embedding model that the server uses. */
export const EMBEDDING_MODEL = 'embedding_model'

/** Returns the name of the embedding model that the server should use; null if none was chosen. */
export async function getChosenModel(reads: Selects): Promise<string | null> {
  return parseChosenModel(await readStoredSetting(reads, EMBEDDING_MODEL))
}

/** @param setting the value of the setting; undefined if it is not set */
export function parseChosenModel(setting: unknown): string | null {
  return typeof setting === 'string' ? setting : null
}
