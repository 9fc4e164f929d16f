import * as z from 'zod/mini'
import type { S3Settings } from '#providers/bucket/s3.ts'

const endpoint = z.optional(
  z
    .url({ protocol: /^https?$/, error: 'must be the URL of an S3-compatible service' })
    .check(z.regex(/^\w+:\/\/[^/?#]+\/?$/, 'must not have a path: the bucket’s name belongs in its own setting')),
)
const bucket = z.optional(z.string().check(z.regex(/^[\w.-]{3,63}$/, 'must be the name of a bucket')))
const prefix = z._default(
  z.string().check(z.regex(/^(?:[\w-][\w.-]*(?:\/|$))*$/, 'must be a path such as devstead or sites/devstead')),
  '',
)
const pathStyle = z._default(z.enum(['on', 'off']), 'on')

/** The environment variables for the site's files, and for its backups. */
export const s3Environment = {
  S3_ENDPOINT: endpoint,
  S3_REGION: z.optional(z.string()),
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  S3_PREFIX: prefix,
  S3_FORCE_PATH_STYLE: pathStyle,
  S3_PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be the URL of the bucket at a CDN' })),
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_REGION: z.optional(z.string()),
  BACKUP_S3_BUCKET: bucket,
  BACKUP_S3_ACCESS_KEY_ID: z.optional(z.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  BACKUP_S3_PREFIX: prefix,
  BACKUP_S3_FORCE_PATH_STYLE: pathStyle,
}
const Environment = z.object(s3Environment)
type Environment = z.infer<typeof Environment>
type Group = 'S3' | 'BACKUP_S3'

const needed = ['ENDPOINT', 'REGION', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const

/** Returns an error if only some of the settings are set. */
export function s3Faults(env: Environment, group: Group): string[] {
  const names = needed.map((name) => `${group}_${name}` as const)
  const missing = names.filter((name) => env[name] === undefined)
  const isUnused =
    missing.length === names.length && env[`${group}_PREFIX`] === '' && !(group === 'S3' && env.S3_PUBLIC_URL)
  if (missing.length === 0 || isUnused) return []
  return [`${missing.join(', ')}: missing. Set all of ${names.join(', ')}, or none of them.`]
}

/** Returns null if the settings are not set. */
export function s3SettingsOf(env: Environment, group: Group): S3Settings | null {
  const valueOf = (name: (typeof needed)[number]) => env[`${group}_${name}` as const] ?? ''
  if (needed.some((name) => valueOf(name) === '')) return null
  return {
    endpoint: valueOf('ENDPOINT').replace(/\/$/, ''),
    region: valueOf('REGION'),
    bucket: valueOf('BUCKET'),
    accessKeyId: valueOf('ACCESS_KEY_ID'),
    secretAccessKey: valueOf('SECRET_ACCESS_KEY'),
    prefix: env[`${group}_PREFIX` as const].replace(/[^/]$/, '$&/'),
    forcePathStyle: env[`${group}_FORCE_PATH_STYLE` as const] === 'on',
  }
}

/** The settings of the site's bucket, and the URL at which a CDN serves it. */
export const withPublicUrl = (settings: S3Settings | null, url: string | undefined) =>
  settings && { ...settings, publicUrl: url?.replace(/\/$/, '') ?? null }
