import assert from 'node:assert/strict'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { temporaryDataDir } from '#tests/support/site.ts'
import { readConfig } from '../config.ts'
import type { Finding } from './finding.ts'
import { checkDisk, checkPorts, checkSettings, checkStorage, diskFinding } from './machine-checks.ts'

const statuses = (findings: Finding[]) => findings.map(({ status }) => status)
const mail = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@b.example' }

function folder(): string {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  return dataDir
}

async function listener(): Promise<string> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

test('warns if SITE_URL is not set or does not use HTTPS, or if there is no mail server', () => {
  assert.deepEqual(statuses(checkSettings(readConfig({ ...mail, SITE_URL: 'https://site.example' }))), ['ok'])
  assert.match(checkSettings(readConfig(mail))[0]!.message, /SITE_URL is not set/)
  assert.match(checkSettings(readConfig({ ...mail, SITE_URL: 'http://site.example' }))[0]!.message, /unencrypted/)
  assert.match(checkSettings(readConfig({ SITE_URL: 'https://site.example' }))[0]!.fix!, /SMTP_URL/)
})

test('warns when the disk is nearly full, even if the folder does not exist yet', async () => {
  const gigabyte = 1024 ** 3
  assert.equal(diskFinding('/data', 50 * gigabyte, 100 * gigabyte).status, 'ok')
  assert.equal(diskFinding('/data', gigabyte, 100 * gigabyte).status, 'warning')
  assert.equal(diskFinding('/data', 1000, 100 * gigabyte).status, 'error')
  assert.match((await checkDisk(path.join(folder(), 'missing/data')))[0]!.message, /GB are free/)
})

test('reports a folder that cannot be written to, and never creates one', async () => {
  const dataDir = folder()
  assert.deepEqual(statuses(await checkStorage(readConfig({ DATA_DIR: dataDir }))), ['ok'])
  assert.deepEqual(fs.readdirSync(dataDir), [])
  const noBackups = { DATA_DIR: dataDir, BACKUP_DIR: path.join(dataDir, 'file/backups') }
  fs.writeFileSync(path.join(dataDir, 'file'), '')
  assert.deepEqual(statuses(await checkStorage(readConfig(noBackups))), ['error'])
  fs.writeFileSync(path.join(dataDir, 'storage'), 'a file where the folder should be')
  const [finding] = await checkStorage(readConfig({ DATA_DIR: dataDir, RECORDINGS: 'off' }))
  assert.equal(finding!.status, 'error')
  assert.match(finding!.message, /storage cannot be written to/)
})

test('reports ports that nothing is listening on', async () => {
  const [PORT, RTMP_PORT] = [await listener(), await listener()]
  assert.deepEqual(statuses(await checkPorts(readConfig({ PORT, RTMP_PORT }))), ['ok'])
  assert.deepEqual(statuses(await checkPorts(readConfig({ PORT, RTMP_PORT: '1' }))), ['warning'])
  assert.deepEqual(statuses(await checkPorts(readConfig({ PORT, RTMP_PORT: '1', ROLES: 'web' }))), ['ok'])
  assert.deepEqual(statuses(await checkPorts(readConfig({ PORT: '1', RTMP_PORT: '0' }))), ['error'])
})
