import { iconFile } from '#kernel/icon-file.ts'
import { maskablePng, processImage, squarePng } from '#kernel/images.ts'
import { bytesIn, dataUrlOf } from './data-url.ts'
import type { InitialsSvgs } from './initials-icon.ts'
import type { SiteSettings } from './site-settings.contract.ts'
import { svgIconPath } from './site-settings-addresses.contract.ts'
import { versionOf } from './file-version.ts'

/** A site's own icons, by path. They replace the built-in files. */
export interface SiteIcons {
  /** Part of the icons' URLs; changes with the picture. */
  version: string
  /** Whether they include an SVG, at {@link svgIconPath}. */
  hasSvg: boolean
  files: ReadonlyMap<string, IconFile>
}

export interface IconFile {
  contentType: string
  /** Returns the file, and draws it on first use, because most browsers need at most one of the icons. */
  bytes: () => Promise<Buffer>
}

/** The paths of all icons that a site can have. */
export const iconPaths = [
  '/favicon.ico',
  svgIconPath,
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
] as const
type IconPath = (typeof iconPaths)[number]

/** In pixels: the size of the largest icon. */
const side = 512
/** Behind transparent pictures in maskable icons. */
const backgroundColor = '#f8f7f3'

/** Decodes and re-encodes an uploaded icon as a square PNG. @returns a data URL @throws AppError unsupported_type,
 *  too_large, or invalid_input if it is not a picture */
export async function safeIcon(dataUrl: string): Promise<string> {
  const { bytes } = await processImage(bytesIn(dataUrl), { maxSide: side, variantWidths: [] })
  return dataUrlOf('image/png', await squarePng(bytes, side))
}

/** Returns the site's own icons: drawn from its initials or a picture. Null if it has neither. */
export async function iconsFor({
  icon,
  ...look
}: Pick<SiteSettings, 'icon' | 'name' | 'accent'>): Promise<SiteIcons | null> {
  const svgs = icon.kind === 'initials' ? await initialsSvgsFor(look) : null
  if (svgs) return initialsIcons(svgs)
  return icon.image === '' ? null : pictureIcons(icon.image)
}

/** Loads the letters' outlines only for sites that have a name. */
export const initialsSvgsFor = async (look: Pick<SiteSettings, 'name' | 'accent'>): Promise<InitialsSvgs | null> =>
  look.name === '' ? null : (await import('./initials-icon.ts')).initialsSvgs(look)

function pictureIcons(dataUrl: string): SiteIcons {
  const picture = bytesIn(dataUrl)
  return {
    version: versionOf(picture),
    hasSvg: false,
    files: new Map<IconPath, IconFile>([
      favicon(picture),
      ...squares(picture),
      ['/icon-maskable-512.png', png(() => maskablePng(picture, side, backgroundColor))],
    ]),
  }
}

function initialsIcons({ rounded, square }: InitialsSvgs): SiteIcons {
  const [svg, picture] = [Buffer.from(rounded), Buffer.from(square)]
  return {
    version: versionOf(svg),
    hasSvg: true,
    files: new Map<IconPath, IconFile>([
      [svgIconPath, { contentType: 'image/svg+xml', bytes: async () => svg }],
      favicon(svg),
      ...squares(picture),
      ['/icon-maskable-512.png', png(() => squarePng(picture, side))],
    ]),
  }
}

type File = readonly [path: IconPath, file: IconFile]

const png = (draw: () => Promise<Buffer>): IconFile => ({ contentType: 'image/png', bytes: once(draw) })

const favicon = (picture: Buffer): File => [
  '/favicon.ico',
  { contentType: 'image/x-icon', bytes: once(async () => iconFile(await squarePng(picture, 32), 32)) },
]

const squares = (picture: Buffer): File[] => [
  ['/apple-touch-icon.png', png(() => squarePng(picture, 180))],
  ['/icon-192.png', png(() => squarePng(picture, 192))],
  ['/icon-512.png', png(() => squarePng(picture, side))],
]

/** Calls `draw` again only if it failed. */
function once(draw: () => Promise<Buffer>): () => Promise<Buffer> {
  let drawn: Promise<Buffer> | null = null
  return () => {
    drawn ??= draw().catch((reason: unknown) => {
      drawn = null
      throw reason
    })
    return drawn
  }
}
