import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { concurrently } from '#kernel/concurrently.ts'
import { build } from './browser-tests.ts'
import { isBuilt, root } from './built.ts'
import { differentShare, maxDifferentShare, shrink } from './screens/comparison.ts'
import { galleryOf } from './screens/gallery.ts'
import {
  desktopLight,
  type Look,
  looks,
  phoneDark,
  type Photographer,
  startPhotographer,
} from './screens/photographer.ts'
import { allScreens, mainScreens, type Screen } from './screens/screens.ts'
import { runQuietly } from './steps.ts'

// `npm run screens [-- NAME]`: takes pictures of every screen, or those whose names contain NAME, in two sizes and two
// themes; with `--rtl`, from right to left; with `--language de`, in that language; with `--forced-colors`, with forced
// colors. `--check` compares the main screens with the pictures in tests/screens and checks the accessibility of all
// screens; `--update` replaces those pictures.

const { values, positionals } = parseArgs({
  options: {
    check: { type: 'boolean' },
    update: { type: 'boolean' },
    rtl: { type: 'boolean' },
    language: { type: 'string' },
    'forced-colors': { type: 'boolean' },
  },
  allowPositionals: true,
})
const parallelScreens = 4
const references = path.join(root, 'tests/screens')
const results = path.join(root, 'test-results/screens')

const isReady = isBuilt() || (await runQuietly(build)).faults.length === 0
process.exitCode = isReady ? await run() : 1

async function run(): Promise<number> {
  const { rtl = false, language, 'forced-colors': hasForcedColors = false } = values
  const isReference = values.update || values.check
  const photographer = await startPhotographer(isReference ? {} : { isRightToLeft: rtl, language, hasForcedColors })
  try {
    if (values.update) return await updateReferences(photographer)
    if (values.check) return Math.max(await compare(photographer), await checkAccessibility(photographer))
    return await takeAll(photographer)
  } finally {
    await photographer.stop()
  }
}

async function takeAll(photographer: Photographer): Promise<number> {
  const screens = chosen(allScreens)
  fs.rmSync(results, { recursive: true, force: true })
  fs.mkdirSync(results, { recursive: true })
  const failed: string[] = []
  await forEachLook(screens, async (screen, look) => {
    try {
      const screenshot = await photographer.takeAll(screen, look)
      await sharp(screenshot)
        .jpeg({ quality: 80 })
        .toFile(path.join(results, fileOf(screen, look, 'jpg')))
    } catch (reason) {
      failed.push(`${screen.name}, ${look.name}: ${String(reason)}`)
    }
  })
  fs.writeFileSync(path.join(results, 'index.html'), galleryOf(screens, looks))
  for (const failure of failed) console.error(failure)
  console.log(`Open ${path.join(results, 'index.html')} to see ${screens.length} screens.`)
  return failed.length === 0 ? 0 : 1
}

async function updateReferences(photographer: Photographer): Promise<number> {
  fs.mkdirSync(references, { recursive: true })
  await forEachLook(chosen(mainScreens), async (screen, look) => {
    const picture = await shrink(await photographer.takeStable(screen, look))
    fs.writeFileSync(path.join(references, fileOf(screen, look, 'webp')), picture)
  })
  return 0
}

async function compare(photographer: Photographer): Promise<number> {
  const changed: string[] = []
  fs.mkdirSync(results, { recursive: true })
  await forEachLook(chosen(mainScreens), async (screen, look) => {
    const screenshot = await photographer.takeStable(screen, look)
    const reference = path.join(references, fileOf(screen, look, 'webp'))
    const isKnown = fs.existsSync(reference)
    const share = isKnown ? await differentShare(await shrink(screenshot), fs.readFileSync(reference)) : 1
    if (share <= maxDifferentShare) return
    const file = path.join(results, fileOf(screen, look, 'png'))
    fs.writeFileSync(file, screenshot)
    const change = isKnown ? `differs from ${reference} in ${(share * 100).toFixed(1)}% of its pixels` : 'is new'
    changed.push(`The screen ${screen.name}, ${look.name} ${change}: ${file}`)
  })
  if (changed.length === 0) return 0
  console.error([...changed.toSorted(), 'If you intended this, run `npm run screens -- --update`.'].join('\n'))
  return 1
}

/** Checks every screen for accessibility violations: half of them on a phone in the dark theme, and half on a desktop in
 *  the light theme. */
async function checkAccessibility(photographer: Photographer): Promise<number> {
  const faults: string[] = []
  const check = async (screen: Screen, look: Look) => {
    const found = await photographer.faultsOf(screen, look).catch((reason: unknown) => [String(reason)])
    faults.push(...found.map((fault) => `${screen.name}, ${look.name}: ${fault}`))
  }
  const screens = chosen(allScreens)
  await atOnce(
    screens.map((screen, index) => [screen, index % 2 === 0 ? phoneDark : desktopLight]),
    check,
  )
  for (const fault of faults.toSorted()) console.error(fault)
  return faults.length === 0 ? 0 : 1
}

function chosen(screens: Screen[]): Screen[] {
  return screens.filter(({ name }) => positionals.every((part) => name.includes(part)))
}

type Action = (screen: Screen, look: Look) => Promise<void>

/** Calls `action` for every screen in every look. */
function forEachLook(screens: Screen[], action: Action): Promise<void> {
  return atOnce(
    screens.flatMap((screen) => looks.map((look): [Screen, Look] => [screen, look])),
    action,
  )
}

/** Calls `action` for a few screens at the same time. */
function atOnce(screens: [Screen, Look][], action: Action): Promise<void> {
  return concurrently(screens, parallelScreens, ([screen, look]) => action(screen, look))
}

function fileOf(screen: Screen, look: Look, extension: string): string {
  return `${screen.name}-${look.name}.${extension}`
}
