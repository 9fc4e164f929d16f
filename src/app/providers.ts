import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import type { Worker } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { currentTrace } from '#kernel/trace.ts'
import { saveMemberLanguage } from '#features/discovery/languages/member-languages.store.ts'
import { isDeletedAccount } from '#features/people/profiles/deleted-members.store.ts'
import { findMemberByIdentity, memberOfIdentity } from '#features/people/profiles/members.store.ts'
import { createAdmission, type SiteAdmission } from '#features/people/registration/admission.ts'
import { appViewBluesky } from '#providers/bluesky/app-view.ts'
import { octokitGithub } from '#providers/github/octokit.ts'
import type { Bucket } from '#providers/bucket/bucket.ts'
import type { Admission } from '#providers/identity/admission.ts'
import type { Identity, IdentityProvider } from '#providers/identity/identity.ts'
import { needsTwoFactor, type TwoFactorRule } from '#schemas/two-factor.contract.ts'
import type { Config } from './config.ts'
import type { Mount } from './http.ts'
import { createIdentity } from './identity.ts'
import { createStorage } from './storage.ts'
import { createStreaming } from './streaming.ts'

interface Base extends Pick<Context, 'siteSettings'> {
  db: Db
  sealing: Sealing
  log: Log
  clock: Clock
  announce: Context['announce']
  userAgent: string
  /** Null if files are stored on this machine. */
  bucket: Bucket | null
}

/** The paths handled by built-in providers. */
export const mountPrefixes = { identity: '/auth/v1', storage: '/storage/v1', streaming: '/live' } as const

/** Opens the providers. Each is built in, or hosted if the settings configure a service. */
export async function openProviders(config: Config, { userAgent, announce, bucket, ...base }: Base) {
  const mailer = config.smtp && (await import('#providers/mail/smtp.ts')).smtpMailer(config.smtp)
  const admission = createAdmission(base)
  const { identity, outbox, workers } = await createIdentity(config, { ...base, mailer, admission })
  const memberOf = memberLookup(config, { ...base, announce, identity, admission })
  const storage = await createStorage(config, { ...base, bucket, memberOf })
  const streaming = await createStreaming(config, { ...base, bucket })
  return {
    context: {
      mailer,
      identity,
      outbox,
      memberOf,
      storage,
      streaming,
      github: octokitGithub({ ...config.github, userAgent, ...base }),
      githubWebhookSecret: config.github.webhookSecret,
      bluesky: appViewBluesky({ url: config.blueskyApiUrl, userAgent }),
      webSubHub: config.webSubHub,
    },
    workers: [...workers, ...storage.workers, ...streaming.workers] satisfies Worker[],
    mounts: [
      mount(mountPrefixes.identity, identity),
      mount(mountPrefixes.storage, storage),
      mount(mountPrefixes.streaming, streaming, { isBusy: true, section: 'live' }),
    ].flat(),
  }
}

interface LookupParts extends Pick<Context, 'db' | 'announce' | 'siteSettings'> {
  identity: IdentityProvider
  admission: SiteAdmission
}

/** Returns a function that finds the member for an Authorization header, and creates the member on the first
 *  request. */
const memberLookup =
  (config: Config, { db, announce, siteSettings, identity, admission }: LookupParts): Context['memberOf'] =>
  async (authorization) => {
    const who = await identity.identify(authorization)
    if (!who) return null
    const rule = siteSettings.now.settings.requireTwoFactor
    const known = await findMemberByIdentity(db, who.issuer, who.subject)
    if (known) return withSecondFactor(known, who, rule)
    if (await isDeletedAccount(db, who)) return null
    const { ownerUsername } = config
    await memberOfIdentity(db, who, {
      ownerUsername,
      findFirst: identity.firstAccount,
      // Hosted projects create accounts for anyone, so the site itself has to decide who can become a member.
      admit: config.supabase ? (db) => admitMember(admission, db, who) : undefined,
      onJoined: async (db, { id }, { subject }) => {
        const locale = currentTrace()?.locale
        if (locale) await saveMemberLanguage(db, id, locale)
        return admission.joined(db, subject, id)
      },
    })
    await announce('members')
    const created = await findMemberByIdentity(db, who.issuer, who.subject)
    return created && withSecondFactor(created, who, rule)
  }

/** Makes the member a reader if their role requires a second factor and they have not signed in with one. */
function withSecondFactor(member: Member, { isSecondLevel }: Identity, rule: TwoFactorRule): Member {
  if (isSecondLevel) return { ...member, secondFactor: 'verified' }
  return needsTwoFactor(rule, member.role) ? { ...member, role: 'reader', secondFactor: 'missing' } : member
}

async function admitMember(admission: Admission, db: Db, { subject, email, invitation }: Identity) {
  const refusal = await admission.admit(db, { email: email.toLowerCase(), invitation: invitation ?? null }, subject)
  if (refusal) throw new AppError('registration_refused', refusal.message)
}

const mount = (prefix: string, { handle }: Partial<Mount>, more: Partial<Mount> = {}): Mount[] =>
  handle ? [{ prefix, handle, ...more }] : []
