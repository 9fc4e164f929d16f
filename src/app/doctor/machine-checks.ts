import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { isPublicHost } from '#kernel/public-address.ts'
import { locale, t } from '#messages/messages.ts'
import type { Config } from '../config.ts'
import { type Finding, reasonOf, report } from './finding.ts'

const gigabyte = 1024 ** 3

export function checkSettings({ siteUrl, isSiteUrlSet, smtp, supabase, host }: Config): Finding[] {
  const { ok, warning } = report('settings')
  const { protocol, hostname } = new URL(siteUrl)
  const findings: Finding[] = []
  if (!isSiteUrlSet)
    findings.push(
      warning(
        t('SITE_URL is not set, so links point to {siteUrl}.', { siteUrl }),
        t('Set SITE_URL to the address that visitors use.'),
      ),
    )
  else if (protocol === 'http:' && isPublicHost(hostname))
    findings.push(
      warning(t('SITE_URL uses http, so passwords are sent unencrypted.'), t('Set up TLS and use https in SITE_URL.')),
    )
  if (!smtp && !supabase)
    findings.push(
      warning(
        t('There is no mail server, so members cannot reset their passwords themselves.'),
        t('Set SMTP_URL and MAIL_FROM.'),
      ),
    )
  return findings.length > 0 ? findings : [ok(`The settings are valid. The site listens on ${host}.`)]
}

export async function checkDisk(dataDir: string): Promise<Finding[]> {
  const { free, total } = await diskOf(dataDir)
  return [diskFinding(dataDir, free, total)]
}

/** Returns the free and total bytes on the folder's disk. */
export async function diskOf(dataDir: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(existingAncestor(dataDir))
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Evaluates the free space on a disk. */
export function diskFinding(dataDir: string, free: number, total: number): Finding {
  const { ok, warning, error } = report('disk')
  const text = t('{free} of {total} GB are free on the disk that contains {dataDir}.', {
    free: gigabytes(free),
    total: gigabytes(total),
    dataDir,
  })
  const fix = t('Free up some space, lower RECORDINGS_MAX_GB and UPLOADS_MAX_GB, or move DATA_DIR to a larger disk.')
  if (free < gigabyte / 2) return error(text, fix)
  return free < 2 * gigabyte ? warning(text, fix) : ok(text)
}

const gigabytes = (bytes: number): string =>
  (bytes / gigabyte).toLocaleString(locale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  })

/** Writes and deletes a file in the folders that the site writes to. */
export async function checkStorage({
  dataDir,
  supabase,
  s3,
  recordings,
  backups,
  backupS3,
}: Config): Promise<Finding[]> {
  const { ok, error } = report('storage')
  const hasPictures = !supabase && !s3
  const folders = [
    dataDir,
    ...(hasPictures ? [path.join(dataDir, 'storage')] : []),
    ...(recordings.isOn ? [recordings.folder] : []),
    ...(backups.isNightly && !backupS3 ? [backups.folder] : []),
  ]
  const faults = (await Promise.all(folders.map(writeFault))).filter((fault) => fault !== null)
  if (faults.length > 0)
    return faults.map((fault) =>
      error(fault, 'Make the user that runs the site the owner of the folder: chown -R USER FOLDER.'),
    )
  return [ok(`Files can be written to ${dataDir}.`)]
}

/** Returns why the folder cannot be written to, or null. */
async function writeFault(folder: string): Promise<string | null> {
  const file = path.join(existingAncestor(folder), `.doctor-${randomUUID()}`)
  try {
    await writeFile(file, 'x', { flag: 'wx' })
    await rm(file)
    return null
  } catch (reason) {
    return `${folder} cannot be written to: ${reasonOf(reason)}.`
  }
}

/** Returns the folder itself or, if the site has not created it yet, the folder in which it would be created. */
const existingAncestor = (folder: string): string =>
  existsSync(folder) || folder === path.dirname(folder) ? folder : existingAncestor(path.dirname(folder))

/** Connects to the ports on which the site should listen. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const { ok, warning, error } = report('ports')
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host === '::' ? '::1' : config.host
  const findings: Finding[] = []
  if (!(await isListening(host, config.port)))
    findings.push(error(`Nothing is listening on ${host}:${config.port}.`, 'Start the site, or check HOST and PORT.'))
  const isRtmpOn = config.rtmpPort > 0 && !config.mux
  const isRtmpHere = isRtmpOn && config.roles.includes('ingest')
  if (isRtmpHere && !(await isListening(host, config.rtmpPort)))
    findings.push(
      warning(
        `Nothing is listening for RTMP on ${host}:${config.rtmpPort}.`,
        'Start the site, or set RTMP_PORT=0 if no one uses OBS.',
      ),
    )
  const { hostname } = new URL(config.siteUrl)
  if (isRtmpOn && isPublicHost(hostname) && !(await isListening(hostname, config.rtmpPort)))
    findings.push(
      warning(
        `OBS cannot reach ${hostname}:${config.rtmpPort}.`,
        `Open TCP port ${config.rtmpPort} in the firewall and forward it to the site, or set RTMP_PORT=0.`,
      ),
    )
  if (findings.length > 0) return findings
  return [
    ok(`The site listens on ${host}:${config.port}${isRtmpHere ? ` and for RTMP on port ${config.rtmpPort}` : ''}.`),
  ]
}

const connectMs = 3000

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: connectMs })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}
