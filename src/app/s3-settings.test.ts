import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const all = {
  S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com/',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'example-media',
  S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'hunter2hunter2',
}
const backups = Object.fromEntries(Object.entries(all).map(([name, value]) => [`BACKUP_${name}`, value]))

test('configures the media bucket and the backup bucket independently, each only if its settings are present', () => {
  assert.deepEqual([readConfig({}).s3, readConfig({}).backupS3], [null, null])
  const { s3, backupS3 } = readConfig(all)
  assert.deepEqual(s3, {
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'example-media',
    accessKeyId: 'AKIAEXAMPLE',
    secretAccessKey: 'hunter2hunter2',
    prefix: '',
    forcePathStyle: true,
    publicUrl: null,
  })
  assert.equal(
    readConfig({ ...all, S3_PUBLIC_URL: 'https://cdn.example.org/' }).s3?.publicUrl,
    'https://cdn.example.org',
  )
  assert.equal(backupS3, null)
  const other = readConfig({ ...backups, BACKUP_S3_PREFIX: 'my/backups', BACKUP_S3_FORCE_PATH_STYLE: 'off' })
  assert.deepEqual([other.s3, other.backupS3?.prefix, other.backupS3?.forcePathStyle], [null, 'my/backups/', false])
  assert.equal(readConfig({ ...all, S3_PREFIX: 'media/' }).s3?.prefix, 'media/')
})

test('names the missing settings', () => {
  const everything = 'S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'
  expect(() => readConfig({ ...all, S3_REGION: '', S3_SECRET_ACCESS_KEY: '' })).toThrow(
    `S3_REGION, S3_SECRET_ACCESS_KEY: missing. Set all of ${everything}, or none of them.`,
  )
  expect(() => readConfig({ S3_PREFIX: 'media' })).toThrow(`${everything}: missing`)
  expect(() => readConfig({ S3_PUBLIC_URL: 'https://cdn.example.org' })).toThrow(`${everything}: missing`)
  expect(() => readConfig({ BACKUP_S3_BUCKET: 'backups' })).toThrow(/BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, .*: missing/)
})

test('rejects invalid values without revealing the secret', () => {
  const read = (more: Record<string, string>) => () => readConfig({ ...all, ...more })
  expect(read({ S3_ENDPOINT: 's3.example.org' })).toThrow(/S3_ENDPOINT = s3.example.org: must be the URL/)
  expect(read({ S3_ENDPOINT: 'https://s3.example.org/media' })).toThrow(/must not have a path/)
  expect(read({ S3_BUCKET: 'a/b' })).toThrow(/S3_BUCKET = a\/b: must be the name of a bucket/)
  for (const prefix of ['/media', '../media', 'a//b', '..'])
    expect(read({ S3_PREFIX: prefix })).toThrow(/must be a path/)
  expect(read({ S3_REGION: '' })).not.toThrow(/hunter2/)
})
