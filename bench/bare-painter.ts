import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createElement } from 'react'
import satori from 'satori'
import sharp from 'sharp'

// The baseline for the first card: a process that loads the same libraries, draws one word, and exits.

const font = import.meta.resolve('@fontsource/schibsted-grotesk/files/schibsted-grotesk-latin-400-normal.woff')
const fonts = [{ name: 'Schibsted', data: fs.readFileSync(fileURLToPath(font)), weight: 400 as const }]
const svg = await satori(createElement('div', null, 'Card'), { width: 1200, height: 630, fonts })
await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
