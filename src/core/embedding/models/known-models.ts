/** A file of a model whose content is known. */
export interface PinnedFile {
  /** Below the folder of the model, with slashes. */
  path: string
  /** In bytes. */
  size: number
  /** In lower-case hexadecimal. */
  sha256: string
}

/** A model that `catalog model fetch` can install. */
export interface KnownModel {
  name: string
  title: string
  /** Name of its repository on Hugging Face. */
  repository: string
  /** Commit of the repository. */
  revision: string
  /** Known facts about its license, in sentences. */
  license: string
  /** The files of `revision` that are installed. */
  files: readonly PinnedFile[]
}

/** The model that messages and documentation suggest. */
export const RECOMMENDED_MODEL = 'siglip2-base'

/**
 * The models in which an image and a text that describes it have similar embeddings. Several public projects pin the same
 * revisions and digests. The quantized vision tower of SigLIP 2 is much less accurate, that of CLIP is the usual one.
 */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    name: RECOMMENDED_MODEL,
    title: 'SigLIP 2 base, patch 16, 224 px: recommended, many languages',
    repository: 'onnx-community/siglip2-base-patch16-224-ONNX',
    revision: 'ba1f3b0843f24bc5417d38e19c37b287d719b2f4',
    license:
      'The export declares no license. The model that was exported, google/siglip2-base-patch16-224, is under Apache-2.0.',
    files: [
      {
        path: 'config.json',
        size: 435,
        sha256: 'e43a9f7692d3819886a82cb2097048258d444f123c67d37ec825f9345b019cf2',
      },
      {
        path: 'preprocessor_config.json',
        size: 394,
        sha256: '9b36b57ebaf20f09bf4c22100ccc21877ea6bfe5aead0c00c59f8af8ccefacfc',
      },
      {
        path: 'tokenizer.json',
        size: 34_363_039,
        sha256: 'cb9140fae3ac5122c972d37adf83e1248471a38147ad76f8215c8872c6fd8322',
      },
      {
        path: 'tokenizer_config.json',
        size: 47_240,
        sha256: '7c3a247599e741bceba1a3fe0285aea88d1044dc1fad2caa1e48cdd9fd25f630',
      },
      {
        path: 'onnx/text_model_quantized.onnx',
        size: 283_438_275,
        sha256: '3a0603d3a00c05a80a6ded4743c16aaac7b1e62cdcc7e362e7ce418659b96400',
      },
      {
        path: 'onnx/vision_model.onnx',
        size: 371_807_752,
        sha256: 'c0573e3f4140c3a7c4e9cc5912bd6b26a033b46a6a8e8af26cbea262b163bcad',
      },
    ],
  },
  {
    name: 'clip-b32',
    title: 'CLIP ViT-B/32, 224 px: small, English only',
    repository: 'Xenova/clip-vit-base-patch32',
    revision: 'd15189d7028b43f1d3e65039190477f6af591c2a',
    license:
      'The export declares no license. OpenAI publishes CLIP, the model that was exported, under MIT at github.com/openai/CLIP.',
    files: [
      {
        path: 'config.json',
        size: 4524,
        sha256: '493ef57ff783e42d1530c91b53469b7fdf8db8a9c1408e86998fcb7899a4f495',
      },
      {
        path: 'preprocessor_config.json',
        size: 520,
        sha256: '6f638fb9401a6d6296feff533ee7efe657b787c49f954f82f5906b36ef2a1b1f',
      },
      {
        path: 'tokenizer.json',
        size: 2_224_119,
        sha256: 'f7f3b7af117d467b58374797691a6438d3e6b9e9cef800dfd5dced7f697a90cd',
      },
      {
        path: 'tokenizer_config.json',
        size: 775,
        sha256: '60ba2912bc6344c94bc16bbdec27fa1209409167b6f2fdf3cfe9e65462ea3967',
      },
      {
        path: 'onnx/text_model_quantized.onnx',
        size: 64_504_507,
        sha256: '73baab855d406190da9faa498cfedf65f15cf309f4cc7385b7b032e6d08e5c3a',
      },
      {
        path: 'onnx/vision_model_quantized.onnx',
        size: 89_117_001,
        sha256: '583fd1110a514667812fee7d684952aaf82a99b959760c8d7dca7e0ab9839299',
      },
    ],
  },
]
