import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packTar } from 'modern-tar/fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { backupSiteOf, withBackupDatabase } from '#app/backups.ts'
import { readConfig } from '#app/config.ts'
import { createBackup } from '#features/admin/backups/create-backup.ts'
import { browserClient, withApp } from '#tests/support/identity.ts'
import { type Release, releaseFolder } from '#tests/support/releases.ts'
import { startSite, temporaryDataDir } from '#tests/support/site.ts'
import { root } from './built.ts'

// `npm run release-fixture [-- FOLDER]`: runs the demo of the release in the folder (by default, this one) and saves
// its data, its migrations, and the addresses of its pages, so that tests can upgrade from it.

const Package = z.object({ version: z.string() })
const program = path.resolve(process.argv[2] ?? root)
const { version } = Package.parse(JSON.parse(fs.readFileSync(path.join(program, 'package.json'), 'utf8')))
const folder = releaseFolder(version)
fs.rmSync(folder, { recursive: true, force: true })
fs.mkdirSync(folder, { recursive: true })

const { dataDir, remove } = temporaryDataDir()
try {
  const release: Release = { version, ...(await runDemo()) }
  fs.writeFileSync(path.join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
  await saveData()
  await saveMigrations()
  console.log(`Saved ${release.addresses.length} addresses and the data from ${version} in ${folder}.`)
} finally {
  remove()
}

async function runDemo(): Promise<Omit<Release, 'version'>> {
  const settings = { BACKUPS: 'off', RATE_LIMITS: 'off' }
  const site = await startSite(dataDir, settings, [
    process.execPath,
    path.join(program, 'scripts/run.mjs'),
    'start',
    '--demo',
  ])
  try {
    let password: string | undefined
    while (!(password = passwordIn(site.output()))) await sleep(200)
    return { addresses: await addressesOf(site.url), secondFactor: await addSecondFactor(site.url, password) }
  } finally {
    await site.stop()
  }
}

/** Returns the password that is printed once the demo is complete. The wording around it and its quoting differ
 *  between releases. */
function passwordIn(output: string): string | undefined {
  return /with the password "?(.+?)"?(?: for each of them)?:\n/.exec(output)?.[1]
}

/** Adds an authenticator app to a member's account. Its secret is encrypted with the key in the data folder. */
async function addSecondFactor(url: string, password: string): Promise<Release['secondFactor']> {
  const client = browserClient(url)
  const email = 'tunde@devstead.example'
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  const { secret } = await withApp(client)
  return { email, password, secret: secret.toString('hex') }
}

/** Returns the addresses in the sitemap, and those of the pictures and feeds on the pages that it lists. */
async function addressesOf(url: string): Promise<string[]> {
  const pages = await listSitemap(url, '/sitemap.xml')
  const found = new Set(pages)
  for (const page of pages) {
    const html = await textAt(url, page)
    for (const [, address = ''] of html.matchAll(/<(?:img|link rel="alternate")[^>]* (?:src|href)="(\/[^"]*)"/g))
      found.add(address.replaceAll('&amp;', '&'))
  }
  return [...found].toSorted()
}

async function listSitemap(url: string, address: string): Promise<string[]> {
  const text = await textAt(url, address)
  const locations = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => new URL(location!).pathname)
  if (!text.includes('<sitemapindex')) return locations
  return (await Promise.all(locations.map((part) => listSitemap(url, part)))).flat()
}

async function textAt(url: string, address: string): Promise<string> {
  const response = await fetch(url + address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  return response.text()
}

async function saveData(): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: path.join(folder, 'backup') })
  const site = { ...(await backupSiteOf(config, pino({ level: 'warn' }))), version }
  await withBackupDatabase(config, site, (open) => createBackup(open, { reason: 'manual' }))
}

async function saveMigrations(): Promise<void> {
  const migrations = packTar(path.join(program, 'migrations'))
  await pipeline(migrations, createGzip({ level: 9 }), fs.createWriteStream(path.join(folder, 'migrations.tar.gz')))
}
