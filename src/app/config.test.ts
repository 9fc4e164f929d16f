import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { muxKey } from '#tests/support/mux-key.ts'
import { ConfigError, readConfig } from './config.ts'

test('configures a site that listens only locally when the environment is empty', () => {
  const config = readConfig({})
  assert.equal(config.siteUrl, 'http://127.0.0.1:3000')
  assert.equal(config.database, null)
  assert.equal(config.supabase, null)
  assert.equal(config.registration, null)
})

test('defaults to a local URL for a site that listens on all interfaces', () => {
  assert.equal(readConfig({ HOST: '0.0.0.0', PORT: '8080' }).siteUrl, 'http://127.0.0.1:8080')
  assert.equal(readConfig({ HOST: '0.0.0.0', SITE_URL: 'https://devstead.test/' }).siteUrl, 'https://devstead.test')
})

test('treats an empty value as unset', () => {
  assert.equal(readConfig({ DATABASE_URL: '', PORT: '' }).port, 3000)
})

test('freezes the settings', () => {
  const config = readConfig({})
  assert.throws(() => Object.assign(config.log, { level: 'silent' }), TypeError)
})

test('reports all invalid settings together, without revealing secrets', () => {
  const read = () =>
    readConfig({
      PORT: '99999',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      SITE_URL: 'example.org/blog',
    })
  assert.throws(read, ConfigError)
  expect(read).toThrow(
    /PORT = 99999[\s\S]*SITE_URL = example.org\/blog[\s\S]*DATABASE_URL = \*\*\*[\s\S]*LOG_LEVEL = loud/,
  )
  expect(read).not.toThrow(/hunter2/)
})

test('requires settings that depend on each other to be set together', () => {
  expect(() => readConfig({ SUPABASE_URL: 'https://x.supabase.co', SMTP_URL: 'smtp://mail' })).toThrow(
    /SUPABASE_URL and SUPABASE_ANON_KEY[\s\S]*SMTP_URL and MAIL_FROM/,
  )
})

test('lets people sign in elsewhere only with complete settings, a public URL, and TLS', () => {
  const github = { GITHUB_LOGIN_CLIENT_ID: 'id', GITHUB_LOGIN_CLIENT_SECRET: 'hunter2' }
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'hunter2' }
  const site = { SITE_URL: 'https://site.example' }
  assert.deepEqual(readConfig({}).externalLogin, { github: null, oidc: null })
  const { externalLogin } = readConfig({ ...github, ...oidc, ...site, GITHUB_LOGIN_URL: 'https://github.example/' })
  assert.deepEqual([externalLogin.github?.url, externalLogin.oidc?.name], ['https://github.example', 'single sign-on'])
  const read = (settings: Record<string, string>) => () => readConfig(settings)
  expect(read({ ...github, ...site, GITHUB_LOGIN_CLIENT_SECRET: '' })).toThrow(/GITHUB_LOGIN_CLIENT_SECRET: set both/)
  expect(read({ ...oidc, ...site, OIDC_CLIENT_SECRET: '' })).toThrow(/OIDC_ISSUER and OIDC_CLIENT_SECRET: set both/)
  expect(read({ ...oidc, ...site, OIDC_ISSUER: '' })).toThrow(/OIDC_ISSUER and OIDC_CLIENT_ID: set both/)
  expect(read(github)).toThrow(/GITHUB_LOGIN_CLIENT_ID: requires SITE_URL/)
  expect(read({ ...oidc, ...site, OIDC_ISSUER: 'http://id.example' })).toThrow(/must be a URL that begins with https/)
  expect(read({ ...oidc, ...site, OIDC_ISSUER: 'ftp://127.0.0.1' })).toThrow(/must be a URL that begins with https/)
  const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_ANON_KEY: 'key' }
  expect(read({ ...oidc, ...site, ...supabase })).toThrow(/OIDC_ISSUER: with SUPABASE_URL, configure the provider/)
})

test('uses Mux only with a complete access token, and signs URLs only with a complete signing key', () => {
  const read = (more: Record<string, string>) => () =>
    readConfig({ MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'hunter2', ...more })
  assert.equal(readConfig({}).mux, null)
  assert.equal(read({})().mux?.apiUrl, 'https://api.mux.com')
  expect(read({ MUX_TOKEN_ID: '' })).toThrow(/MUX_TOKEN_ID and MUX_TOKEN_SECRET: set both or neither/)
  expect(read({ MUX_SIGNING_KEY_ID: 'k' })).toThrow(/MUX_SIGNING_KEY_ID and MUX_SIGNING_PRIVATE_KEY/)
  expect(read({ MUX_SIGNING_PRIVATE_KEY: 'aHVudGVyMg==' })).toThrow(
    /MUX_SIGNING_PRIVATE_KEY = \*\*\*: must be the private key/,
  )
  const { base64, privateKey } = muxKey
  for (const text of [base64, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n')])
    assert.ok(read({ MUX_SIGNING_KEY_ID: 'k', MUX_SIGNING_PRIVATE_KEY: text })().mux?.signingKey)
})

test('does not allow rate limits to be turned off on a public address', () => {
  expect(() => readConfig({ RATE_LIMITS: 'off', HOST: '0.0.0.0' })).toThrow(/loopback/)
  assert.equal(readConfig({ RATE_LIMITS: 'off' }).rateLimits, false)
})

test('reads the process’s roles, and defaults to all roles', () => {
  assert.deepEqual(readConfig({}).roles, ['web', 'worker', 'ingest'])
  assert.deepEqual(readConfig({ ROLES: 'worker, ingest' }).roles, ['worker', 'ingest'])
  for (const ROLES of ['mail', 'web,', ','])
    assert.throws(() => readConfig({ ROLES }), /ROLES = .*must be web, worker, or ingest/)
})
