type Processing = typeof import('./image-processing.ts')

/** A picture that was decoded and re-encoded, so that nothing else from the original bytes remains. */
export interface ProcessedImage {
  bytes: Buffer
  contentType: string
  /** Without a dot. */
  extension: string
  width: number
  height: number
  /** Smaller copies, as WebP, narrowest first. */
  variants: { width: number; bytes: Buffer }[]
}

export interface ImageRules {
  /** Longest side in pixels. Larger pictures are scaled down. */
  maxSide?: number
  /** 1–100, for formats with a quality setting. */
  quality?: number
  /** The widths of the smaller copies. Widths that are not smaller than the picture's are ignored. */
  variantWidths?: number[]
  /** Whether pages crop the copies to a square. If so, `variantWidths` applies to the shorter side. */
  areVariantsCropped?: boolean
  /** The output format: the picture's own, or always WebP. */
  format?: 'own' | 'webp'
}

/** Loads sharp, which takes several megabytes, when the first picture is processed. */
const load = (): Promise<Processing> => import('./image-processing.ts')

// The functions are described in `image-processing.ts`.

export const processImage: Processing['processImage'] = async (...given) => (await load()).processImage(...given)
export const squarePng: Processing['squarePng'] = async (...given) => (await load()).squarePng(...given)
export const maskablePng: Processing['maskablePng'] = async (...given) => (await load()).maskablePng(...given)
export const imageSize: Processing['imageSize'] = async (...given) => (await load()).imageSize(...given)
export const narrowWebp: Processing['narrowWebp'] = async (...given) => (await load()).narrowWebp(...given)
