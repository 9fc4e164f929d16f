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
  files: ReadonlyMap<string, { contentType: string; bytes: Buffer }>
}

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
  if (svgs) return drawInitials(svgs)
  return icon.image === '' ? null : drawPicture(icon.image)
}

/** Loads the letters' outlines only for sites that have a name. */
export const initialsSvgsFor = async (look: Pick<SiteSettings, 'name' | 'accent'>): Promise<InitialsSvgs | null> =>
  look.name === '' ? null : (await import('./initials-icon.ts')).initialsSvgs(look)

/** Draws all of a site's icons from its picture. */
async function drawPicture(dataUrl: string): Promise<SiteIcons> {
  const picture = bytesIn(dataUrl)
  return {
    version: versionOf(picture),
    hasSvg: false,
    files: new Map([
      await favicon(picture),
      ...(await squares(picture)),
      ['/icon-maskable-512.png', png(await maskablePng(picture, side, backgroundColor))],
    ]),
  }
}

/** Draws all of a site's icons from its initials. */
async function drawInitials({ rounded, square }: InitialsSvgs): Promise<SiteIcons> {
  const [svg, picture] = [Buffer.from(rounded), Buffer.from(square)]
  return {
    version: versionOf(svg),
    hasSvg: true,
    files: new Map([
      [svgIconPath, { contentType: 'image/svg+xml', bytes: svg }],
      await favicon(svg),
      ...(await squares(picture)),
      ['/icon-maskable-512.png', png(await squarePng(picture, side))],
    ]),
  }
}

type File = readonly [path: string, file: { contentType: string; bytes: Buffer }]

const png = (bytes: Buffer) => ({ contentType: 'image/png', bytes })

const favicon = async (picture: Buffer): Promise<File> => [
  '/favicon.ico',
  { contentType: 'image/x-icon', bytes: iconFile(await squarePng(picture, 32), 32) },
]

const squares = async (picture: Buffer): Promise<File[]> => [
  ['/apple-touch-icon.png', png(await squarePng(picture, 180))],
  ['/icon-192.png', png(await squarePng(picture, 192))],
  ['/icon-512.png', png(await squarePng(picture, side))],
]
