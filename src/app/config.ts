import path from 'node:path'
import * as z from 'zod/mini'
import { parseKeys } from '#kernel/key-file.ts'
import { parseRsaKey } from '#providers/streaming/mux-playback.ts'
import { s3Environment, s3Faults, s3SettingsOf, withPublicUrl } from './s3-settings.ts'

const everywhere = new Set(['0.0.0.0', '::'])

const DatabaseUrl = z.string().check(
  z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
  z.refine(
    (url) => /[?&]target_session_attrs=(?!(?:read-write|primary)(?:&|$))/.exec(url) === null,
    'target_session_attrs must be read-write, because the site writes',
  ),
)

const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)

const isSecure = (url: URL): boolean => url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))

/** A site where members sign in. Without TLS, anyone in between could impersonate them. */
const ProviderUrl = z
  .string()
  .check(z.refine((text) => URL.canParse(text) && isSecure(new URL(text)), 'must be a URL that begins with https://'))

/** What a process does: serve requests, run background jobs, receive broadcasts. */
const roles = ['web', 'worker', 'ingest'] as const

/** The environment variables. An empty value counts as missing. Source: .env.example. */
const Environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65535)), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  SITE_URL: z.optional(
    z.string().check(z.regex(/^https?:\/\/[^/?#]+\/?$/, 'must be a URL such as https://example.org')),
  ),
  SITE_NAME: z.optional(z.string().check(z.maxLength(60))),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(DatabaseUrl),
  DATABASE_POOLER: z.optional(z.enum(['transaction'])),
  DIRECT_DATABASE_URL: z.optional(DatabaseUrl),
  DATABASE_TIMEOUT_SECONDS: z._default(z.coerce.number().check(z.gt(0), z.lte(600)), 10),
  OWNER_USERNAME: z.optional(z.string()),
  REGISTRATION: z.optional(z.enum(['open', 'invitation', 'approval', 'closed'])),
  TRUST_PROXY: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10)), 0),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  LOG_FORMAT: z.optional(z.enum(['json', 'pretty'])),
  ROLES: z.pipe(
    z._default(z.string(), roles.join(',')),
    z.pipe(
      z.transform((text: string) => text.split(',').map((name) => name.trim())),
      z.array(z.enum(roles, 'must be web, worker, or ingest, or a comma-separated list of these')),
    ),
  ),
  SHUTDOWN_DELAY_SECONDS: z._default(z.coerce.number().check(z.gte(0), z.lte(300)), 0),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  SLOW_QUERY_MS: z._default(z.coerce.number().check(z.int(), z.gte(0)), 500),
  SERVICE_WORKER: z._default(z.enum(['on', 'off']), 'on'),
  AUDIT_LOG_DAYS: z._default(z.coerce.number().check(z.int(), z.gte(30), z.lte(3650)), 365),
  WEB_PROCESSES: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(64)), 1),
  SUPABASE_URL: z.optional(z.url('must be the URL of a Supabase project')),
  SUPABASE_ANON_KEY: z.optional(z.string()),
  SUPABASE_JWT_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  SUPABASE_SERVICE_KEY: z.optional(z.string()),
  IDENTITY_KEY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => parseKeys(text) !== null,
          'must be 32 random bytes as 64 hexadecimal digits: openssl rand -hex 32',
        ),
      ),
  ),
  AUTH_MIN_PASSWORD: z._default(z.coerce.number().check(z.int(), z.gte(6), z.lte(64)), 6),
  GITHUB_LOGIN_CLIENT_ID: z.optional(z.string()),
  GITHUB_LOGIN_CLIENT_SECRET: z.optional(z.string()),
  GITHUB_LOGIN_URL: z._default(ProviderUrl, 'https://github.com'),
  OIDC_ISSUER: z.optional(ProviderUrl),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z._default(z.string().check(z.maxLength(40)), 'single sign-on'),
  GITHUB_API_URL: z._default(
    z.url({ protocol: /^https?$/, error: 'must be the URL of GitHub’s API' }),
    'https://api.github.com',
  ),
  GITHUB_TOKEN: z.optional(z.string()),
  GITHUB_WEBHOOK_SECRET: z.optional(z.string()),
  BLUESKY_API_URL: z._default(
    z.url({ protocol: /^https?$/, error: 'must be the URL of a Bluesky AppView' }),
    'https://public.api.bsky.app',
  ),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'))),
  MAIL_FROM: z.optional(z.string()),
  WEBSUB_HUB: z.optional(z.url({ protocol: /^https?$/, error: 'must be the URL of a WebSub hub' })),
  INTERNAL_HOST: z._default(
    z.string().check(z.refine((host) => !everywhere.has(host), 'must be an address that other machines can reach')),
    '127.0.0.1',
  ),
  MUX_TOKEN_ID: z.optional(z.string()),
  MUX_TOKEN_SECRET: z.optional(z.string()),
  MUX_WEBHOOK_SECRET: z.optional(z.string()),
  MUX_SIGNING_KEY_ID: z.optional(z.string()),
  MUX_SIGNING_PRIVATE_KEY: z.optional(
    z.string().check(z.refine((text) => parseRsaKey(text) !== null, 'must be the private key from Mux')),
  ),
  MUX_API_URL: z._default(
    z.url({ protocol: /^https?$/, error: 'must be the URL of Mux’s API' }),
    'https://api.mux.com',
  ),
  RTMP_PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65535)), 1935),
  RECORDINGS: z._default(z.enum(['on', 'off']), 'on'),
  RECORDINGS_MAX_GB: z._default(z.coerce.number().check(z.gt(0)), 20),
  UPLOADS_MEMBER_MAX_MB: z._default(z.coerce.number().check(z.gt(0)), 1000),
  UPLOADS_MAX_GB: z._default(z.coerce.number().check(z.gt(0)), 20),
  IMPORT_MAX_MB: z._default(z.coerce.number().check(z.gt(0), z.lte(16_384)), 1024),
  ...s3Environment,
  BACKUPS: z._default(z.enum(['nightly', 'off']), 'nightly'),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_RECORDINGS: z._default(z.enum(['on', 'off']), 'off'),
  BACKUP_BEFORE_MIGRATION: z._default(z.enum(['on', 'off']), 'on'),
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(12, 'must have at least 12 characters'))),
  BACKUP_RECIPIENT: z.optional(
    z.string().check(z.regex(/^age1[a-z0-9]{20,}$/, 'must be the public key of an age identity: age1…')),
  ),
  OUTBOUND_ALLOW: z._default(z.string(), ''),
  RATE_LIMITS: z._default(z.enum(['on', 'off']), 'on'),
})
type Environment = z.infer<typeof Environment>

const secrets = new Set([
  'DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'IDENTITY_KEY',
  'SUPABASE_JWT_SECRET',
  'SUPABASE_SERVICE_KEY',
  'GITHUB_LOGIN_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'GITHUB_TOKEN',
  'GITHUB_WEBHOOK_SECRET',
  'SMTP_URL',
  'BACKUP_PASSPHRASE',
  'MUX_TOKEN_SECRET',
  'MUX_WEBHOOK_SECRET',
  'MUX_SIGNING_PRIVATE_KEY',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
])
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** Invalid settings, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

export type Config = Readonly<ReturnType<typeof arrange>>

/** Parses the environment into a frozen object. @throws ConfigError that lists all invalid settings, with secrets
 *  masked */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { data, error } = Environment.safeParse(given)
  const faults = error
    ? error.issues.map(({ path: [name], message }) => `${String(name)}${shown(String(name), given)}: ${message}`)
    : contradictions(data)
  if (error || faults.length) throw new ConfigError(faults)
  return freeze(arrange(data))
}

const shown = (name: string, given: Record<string, string | undefined>) =>
  name in given ? ` = ${secrets.has(name) ? '***' : given[name]}` : ''

function contradictions(env: Environment): string[] {
  const together = (a: keyof Environment, b: keyof Environment) =>
    (env[a] === undefined) === (env[b] === undefined) ? [] : [`${a} and ${b}: set both or neither`]
  return [
    ...together('SUPABASE_URL', 'SUPABASE_ANON_KEY'),
    ...together('SMTP_URL', 'MAIL_FROM'),
    ...together('GITHUB_LOGIN_CLIENT_ID', 'GITHUB_LOGIN_CLIENT_SECRET'),
    ...together('OIDC_ISSUER', 'OIDC_CLIENT_ID'),
    ...together('OIDC_ISSUER', 'OIDC_CLIENT_SECRET'),
    ...loginFaults(env, 'GITHUB_LOGIN_CLIENT_ID'),
    ...loginFaults(env, 'OIDC_ISSUER'),
    ...together('MUX_TOKEN_ID', 'MUX_TOKEN_SECRET'),
    ...together('MUX_SIGNING_KEY_ID', 'MUX_SIGNING_PRIVATE_KEY'),
    ...s3Faults(env, 'S3'),
    ...s3Faults(env, 'BACKUP_S3'),
    ...(env.RATE_LIMITS === 'off' && !loopback.has(env.HOST)
      ? ['RATE_LIMITS = off: only allowed with a loopback HOST']
      : []),
    ...(env.BACKUP_PASSPHRASE && env.BACKUP_RECIPIENT ? ['BACKUP_PASSPHRASE and BACKUP_RECIPIENT: set only one'] : []),
    ...(env.DATABASE_POOLER && !env.DATABASE_URL ? ['DATABASE_POOLER: requires DATABASE_URL'] : []),
  ]
}

function loginFaults(env: Environment, name: 'GITHUB_LOGIN_CLIENT_ID' | 'OIDC_ISSUER'): string[] {
  if (!env[name]) return []
  if (env.SUPABASE_URL) return [`${name}: with SUPABASE_URL, configure the provider in the Supabase project instead`]
  return env.SITE_URL ? [] : [`${name}: requires SITE_URL, because the provider redirects to it`]
}

/** Returns the sites where members can sign in. */
const externalLoginOf = (env: Environment) => ({
  github:
    env.GITHUB_LOGIN_CLIENT_ID && env.GITHUB_LOGIN_CLIENT_SECRET
      ? {
          clientId: env.GITHUB_LOGIN_CLIENT_ID,
          clientSecret: env.GITHUB_LOGIN_CLIENT_SECRET,
          url: env.GITHUB_LOGIN_URL.replace(/\/$/, ''),
          apiUrl: env.GITHUB_API_URL.replace(/\/$/, ''),
        }
      : null,
  oidc:
    env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
      ? {
          clientId: env.OIDC_CLIENT_ID,
          clientSecret: env.OIDC_CLIENT_SECRET,
          url: env.OIDC_ISSUER,
          name: env.OIDC_NAME,
        }
      : null,
})

function arrange(env: Environment) {
  // A wildcard address is not reachable as a URL, so without SITE_URL, the site's URL uses a loopback address.
  const name = everywhere.has(env.HOST) ? '127.0.0.1' : env.HOST
  const host = name.includes(':') ? `[${name}]` : name
  return {
    port: env.PORT,
    host: env.HOST,
    siteUrl: (env.SITE_URL ?? `http://${host}:${env.PORT}`).replace(/\/$/, ''),
    isSiteUrlSet: env.SITE_URL !== undefined,
    /** Null if the name comes from the site's settings. */
    siteName: env.SITE_NAME ?? null,
    dataDir: path.resolve(env.DATA_DIR),
    database: env.DATABASE_URL
      ? {
          url: env.DATABASE_URL,
          directUrl: env.DIRECT_DATABASE_URL ?? env.DATABASE_URL,
          pooled: env.DATABASE_POOLER === 'transaction',
        }
      : null,
    databaseTimeoutMs: env.DATABASE_TIMEOUT_SECONDS * 1000,
    ownerUsername: env.OWNER_USERNAME ?? null,
    /** Null if the site's settings say who can register. */
    registration: env.REGISTRATION ?? null,
    trustProxyHops: env.TRUST_PROXY,
    log: { level: env.LOG_LEVEL, format: env.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json') } as const,
    metricsToken: env.METRICS_TOKEN ?? null,
    slowQueryMs: env.SLOW_QUERY_MS,
    hasServiceWorker: env.SERVICE_WORKER === 'on',
    auditLogDays: env.AUDIT_LOG_DAYS,
    webProcesses: env.WEB_PROCESSES,
    roles: env.ROLES,
    shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
    supabase:
      env.SUPABASE_URL && env.SUPABASE_ANON_KEY
        ? {
            url: env.SUPABASE_URL.replace(/\/$/, ''),
            anonKey: env.SUPABASE_ANON_KEY,
            jwtSecret: env.SUPABASE_JWT_SECRET ?? null,
            serviceKey: env.SUPABASE_SERVICE_KEY ?? null,
          }
        : null,
    identityKey: { setting: env.IDENTITY_KEY ?? null, file: path.resolve(env.DATA_DIR, 'identity.key') },
    minPasswordLength: env.AUTH_MIN_PASSWORD,
    externalLogin: externalLoginOf(env),
    github: {
      apiUrl: env.GITHUB_API_URL.replace(/\/$/, ''),
      token: env.GITHUB_TOKEN ?? null,
      webhookSecret: env.GITHUB_WEBHOOK_SECRET ?? null,
    },
    blueskyApiUrl: env.BLUESKY_API_URL.replace(/\/$/, ''),
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    webSubHub: env.WEBSUB_HUB ?? null,
    internalHost: env.INTERNAL_HOST,
    mux: muxOf(env),
    rtmpPort: env.RTMP_PORT,
    uploads: {
      memberMaxBytes: env.UPLOADS_MEMBER_MAX_MB * 1024 ** 2,
      maxBytes: env.UPLOADS_MAX_GB * 1024 ** 3,
    },
    s3: withPublicUrl(s3SettingsOf(env, 'S3'), env.S3_PUBLIC_URL),
    backupS3: s3SettingsOf(env, 'BACKUP_S3'),
    importMaxBytes: Math.floor(env.IMPORT_MAX_MB * 1024 ** 2),
    recordings: {
      isOn: env.RECORDINGS === 'on',
      folder: path.resolve(env.DATA_DIR, 'recordings'),
      maxBytes: env.RECORDINGS_MAX_GB * 1024 ** 3,
    },
    backups: {
      isNightly: env.BACKUPS === 'nightly',
      isBeforeMigration: env.BACKUP_BEFORE_MIGRATION === 'on',
      folder: path.resolve(env.BACKUP_DIR ?? path.join(env.DATA_DIR, 'backups')),
      hasRecordings: env.BACKUP_RECORDINGS === 'on',
      passphrase: env.BACKUP_PASSPHRASE ?? null,
      recipient: env.BACKUP_RECIPIENT ?? null,
    },
    outboundAllow: env.OUTBOUND_ALLOW.split(',')
      .map((pair) => pair.trim())
      .filter(Boolean),
    rateLimits: env.RATE_LIMITS === 'on',
  }
}

function muxOf(env: Environment) {
  if (!env.MUX_TOKEN_ID || !env.MUX_TOKEN_SECRET) return null
  return {
    tokenId: env.MUX_TOKEN_ID,
    tokenSecret: env.MUX_TOKEN_SECRET,
    webhookSecret: env.MUX_WEBHOOK_SECRET ?? null,
    signingKey:
      env.MUX_SIGNING_KEY_ID && env.MUX_SIGNING_PRIVATE_KEY
        ? { id: env.MUX_SIGNING_KEY_ID, privateKey: env.MUX_SIGNING_PRIVATE_KEY }
        : null,
    apiUrl: env.MUX_API_URL.replace(/\/$/, ''),
  }
}

function freeze<T extends object>(value: T): Readonly<T> {
  for (const inner of Object.values(value)) if (inner && typeof inner === 'object') freeze(inner)
  return Object.freeze(value)
}
