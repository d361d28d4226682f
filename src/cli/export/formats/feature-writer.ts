import type { Feature, Item, Layer } from '../layer.ts'

/** Writes the rows of one or more layers in one format. */
export interface FeatureWriter {
  /** Begins a layer. Only some formats accept more than one. */
  startLayer(layer: Layer): void
  /** @param item where the feature comes from */
  add(feature: Feature, item: Item): void
  /** Resolves when the output has accepted what was added. */
  flush(): Promise<void>
  /** Completes the output. */
  finish(): Promise<void>
}
