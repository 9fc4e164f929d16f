import fs from 'node:fs'
import path from 'node:path'
import { iconNames, ownIcons } from '../src/ui/icon-names.ts'

// Combines the icons listed in src/ui/icon-names.ts into src/ui/icons.svg, whose icons pages reference by id.

const root = path.resolve(import.meta.dirname, '..')
const lucide = path.join(root, 'node_modules/lucide-static/icons')

/** Returns the sprite. Line icons inherit the stroke and its width from the page; our own icons are filled. */
export function iconSprite(): string {
  const symbols = [
    ...iconNames.map((name) => symbol(name, lineIcon(name))),
    ...ownIcons.map((name) => symbol(name, `<path d="${marks[name]}" fill="currentColor" stroke="none"/>`)),
  ]
  return `<!-- Lucide, ISC license, https://lucide.dev/license -->\n<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`
}

const symbol = (name: string, content: string) => `<symbol id="${name}" viewBox="0 0 24 24">${content}</symbol>`

function lineIcon(name: string): string {
  const svg = fs.readFileSync(path.join(lucide, `${name}.svg`), 'utf8')
  const content = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(svg)![1]!
  return content.replaceAll(/\s+/g, ' ').replaceAll(' />', '/>').trim()
}

const marks: Record<(typeof ownIcons)[number], string> = {
  github:
    'M12 .7a11.5 11.5 0 0 0-3.64 22.41c.58.1.79-.25.79-.55v-2.14c-3.21.7-3.88-1.36-3.88-1.36-.53-1.34-1.28-1.7-1.28-1.7-1.05-.71.08-.7.08-.7 1.16.08 1.77 1.19 1.77 1.19 1.03 1.77 2.7 1.26 3.36.96.1-.75.4-1.26.73-1.55-2.55-.29-5.24-1.28-5.24-5.68 0-1.26.45-2.28 1.19-3.09-.12-.29-.52-1.46.11-3.05 0 0 .97-.3 3.16 1.18a11 11 0 0 1 5.76 0c2.2-1.49 3.16-1.18 3.16-1.18.63 1.58.24 2.76.12 3.05.74.8 1.18 1.83 1.18 3.09 0 4.41-2.69 5.39-5.26 5.67.42.36.78 1.06.78 2.14v3.17c0 .3.21.66.8.55A11.5 11.5 0 0 0 12 .7Z',
  linkedin:
    'M6.1 4a2.1 2.1 0 1 1-4.2 0 2.1 2.1 0 0 1 4.2 0ZM2.2 8h3.7v13.5H2.2V8Zm6.1 0h3.6v1.85h.05c.5-.95 1.75-2.2 3.6-2.2 3.85 0 4.55 2.5 4.55 5.85v8h-3.75v-7.1c0-1.7-.05-3.05-1.85-3.05s-2.45 1.3-2.45 2.95v7.2H8.3V8Z',
  bluesky:
    'M12 10.8c-1.09-2.11-4.05-6.05-6.8-8C2.57.95 1.56 1.27.9 1.57.14 1.9 0 3.08 0 3.77c0 .69.38 5.65.62 6.48.82 2.73 3.72 3.66 6.39 3.36-3.92.58-7.39 2-2.83 7.08 5.01 5.19 6.87-1.11 7.82-4.31.95 3.2 2.05 9.27 7.73 4.31 4.27-4.31 1.18-6.5-2.74-7.08 2.67.3 5.57-.63 6.39-3.36.24-.83.62-5.79.62-6.48s-.14-1.86-.9-2.2c-.66-.3-1.66-.62-4.3 1.24-2.75 1.94-5.71 5.88-6.8 7.99Z',
}

if (import.meta.main) fs.writeFileSync(path.join(root, 'src/ui/icons.svg'), iconSprite())
