import type { Mail, Mailer } from '#providers/mail/mail.ts'
import { type Auth, nowOf } from './auth.ts'
import { profileOf } from './inputs.ts'
import type { QueuedEmail } from './email-queue.ts'
import { createToken } from './one-time-tokens.ts'
import { landingLink } from './redirect.ts'
import type { TokenKind } from './tokens.store.ts'
import { findUser, findUserByEmail, markRecoverySent, type User } from './users.store.ts'

const minuteMs = 60_000
export const linkMs = 60 * minuteMs
const recoveryMs = 10 * minuteMs
const signInMs = 15 * minuteMs

/** Writes and sends a queued email. Nothing is sent to unknown addresses, and the caller cannot tell the difference. */
export async function sendQueuedEmail(auth: Auth, mailer: Mailer, queued: QueuedEmail): Promise<void> {
  for (const mail of await compose(auth, queued)) await mailer.send(mail)
}

async function compose(auth: Auth, queued: QueuedEmail): Promise<Mail[]> {
  if (queued.kind === 'signup') return signUpMails(auth, queued.email, queued.userId ?? null, queued.next)
  if (queued.kind === 'recovery') return recoveryMails(auth, queued.email, queued.next)
  if (queued.kind === 'magiclink') return signInMails(auth, queued.email, queued.next)
  if (queued.kind === 'email_change') return emailChangeMails(auth, queued.email, queued.next)
  if (queued.kind === 'new_sign_in') return [await newSignInMail(auth, queued)]
  const subject = await subjectOf(auth, await findUserByEmail(auth.db, queued.email))
  if ('provider' in queued) return [{ to: queued.email, ...accountNotices[queued.kind](subject, queued.provider) }]
  return [{ to: queued.email, ...notices[queued.kind](subject) }]
}

/** What an email is about. `account`: for example 'your account @alice at https://devstead.example'. */
interface Subject {
  account: string
  siteUrl: string
}

/** @param user null if the address no longer belongs to the account */
async function subjectOf(auth: Auth, user: Pick<User, 'id'> | null): Promise<Subject> {
  const { siteUrl } = auth
  const [username] = user ? await auth.memberNames(auth.issuer, user.id) : []
  return { account: `your account${username === undefined ? '' : ` @${username}`} at ${siteUrl}`, siteUrl }
}

async function signUpMails(auth: Auth, email: string, userId: string | null, next: string): Promise<Mail[]> {
  const known = await findUserByEmail(auth.db, email)
  if (known?.confirmedAt) return userId ? [alreadyRegistered(auth, email)] : []
  const attempt = userId ? await findUser(auth.db, userId) : known
  if (!attempt) return []
  const link = await linkFor(auth, attempt, 'signup', 'signup', linkMs, next)
  const { username } = profileOf(attempt.metadata)
  const text = `Someone signed up at ${auth.siteName()} (${auth.siteUrl}) with this email address${username ? ` and the username ${username}` : ''}. To finish signing up, open this link and press Continue:`
  return [{ to: email, subject: 'Confirm your email address', text, link, after: ifNotYou }]
}

const ifNotYou =
  'The link works for one hour. If this wasn’t you, ignore this email: if you don’t confirm the address, the account is deleted after a day.'

async function recoveryMails(auth: Auth, email: string, next: string): Promise<Mail[]> {
  const user = await findUserByEmail(auth.db, email)
  if (!user) return []
  if (!user.confirmedAt) return signUpMails(auth, email, null, next)
  const link = await linkFor(auth, user, 'recovery', 'recovery', recoveryMs, next)
  await markRecoverySent(auth.db, user.id, nowOf(auth))
  const { account } = await subjectOf(auth, user)
  const text = `Someone requested a new password for ${account}. To set one, open this link and press Continue:`
  const after = 'The link works for ten minutes. If this wasn’t you, ignore this email. Your password won’t change.'
  return [{ to: email, subject: 'Set a new password', text, link, after, resetFor: user.id }]
}

async function signInMails(auth: Auth, email: string, next: string): Promise<Mail[]> {
  const user = await findUserByEmail(auth.db, email)
  if (!user) return []
  // These accounts need something else first: a confirmed address, or a password of the member's own.
  if (!user.confirmedAt || user.mustChangePassword) return recoveryMails(auth, email, next)
  const link = await linkFor(auth, user, 'magiclink', 'magiclink', signInMs, next)
  const { account } = await subjectOf(auth, user)
  const text = `Someone requested a link to sign in to ${account}. To sign in, open this link and press Continue:`
  return [{ to: email, subject: 'Your sign-in link', text, link, after: signInAdvice }]
}

const signInAdvice =
  'The link works once, for 15 minutes. Anyone who has it can sign in to your account, so don’t forward this email. If you didn’t request it, ignore this email.'

async function emailChangeMails(auth: Auth, email: string, next: string): Promise<Mail[]> {
  const user = await findUserByEmail(auth.db, email)
  if (!user?.newEmail) return []
  const subject = 'Confirm your new email address'
  const { account } = await subjectOf(auth, user)
  const text = `Someone asked to change the email address of ${account} from ${user.email} to ${user.newEmail}. The change takes effect once you have opened the links in both emails and pressed Continue:`
  const works = 'The link works for one hour. If this wasn’t you,'
  const linkOf = (kind: TokenKind) => linkFor(auth, user, kind, 'email_change', linkMs, next)
  return [
    {
      to: user.email,
      subject,
      text,
      link: await linkOf('email_change_current'),
      after: `${works} don’t open it, and change your password.`,
    },
    { to: user.newEmail, subject, text, link: await linkOf('email_change_new'), after: `${works} ignore this email.` },
  ]
}

async function linkFor(auth: Auth, user: User, kind: TokenKind, type: string, lifeMs: number, next: string) {
  return landingLink(auth.siteUrl, type, await createToken(auth, user.id, kind, lifeMs), next)
}

const alreadyRegistered = (auth: Auth, to: string): Mail => ({
  to,
  subject: 'You already have an account',
  text: `Someone tried to sign up at ${auth.siteUrl} with your email address. You already have an account: sign in, or request a new password. If this wasn’t you, ignore this email.`,
})

type NewSignIn = Extract<QueuedEmail, { kind: 'new_sign_in' }>

/** How someone signed in, if not with a password. */
const means: Record<string, string> = {
  recovery: ' with a password reset link',
  otp: ' with a link from an email',
  passkey: ' with a passkey',
  oauth: ' with a connected account',
}

async function newSignInMail(auth: Auth, { email, userId, device, network, at, method }: NewSignIn) {
  const { account } = await subjectOf(auth, { id: userId })
  const text = [
    `Someone signed in to ${account} on a new device${means[method] ?? ''}.`,
    `Device: ${device}\nNetwork: ${network}\nTime: ${timeText(at)}`,
    'If this was you, you don’t need to do anything.',
    `${method === 'oauth' ? accountAdvice(auth.siteUrl) : `If this wasn’t you, change your password immediately at ${auth.siteUrl}/settings/account.`} This also signs out all other devices. ${resetAdvice(auth.siteUrl)} Recent sign-ins are listed at ${auth.siteUrl}/settings/security.`,
  ].join('\n\n')
  return { to: email, subject: `New sign-in on ${auth.siteName()}: ${device}`, text }
}

/** Changing the password does not disconnect accounts. */
const accountAdvice = (siteUrl: string): string =>
  `If this wasn’t you, disconnect accounts you don’t recognize at ${siteUrl}/settings/account and change your password.`

const resetAdvice = (siteUrl: string): string =>
  `If you can’t sign in, request a new password at ${siteUrl}/login?tab=forgot.`

const timeText = (iso: string): string =>
  `${new Date(iso).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`

const accountNotices = {
  account_connected: ({ account, siteUrl }: Subject, provider: string) => ({
    subject: `Your ${provider} account was connected`,
    text: `A ${provider} account was connected to ${account}. It can now be used to sign in. If this wasn’t you, disconnect it at ${siteUrl}/settings/account and change your password immediately.`,
  }),
  account_disconnected: ({ account, siteUrl }: Subject, provider: string) => ({
    subject: `Your ${provider} account was disconnected`,
    text: `A ${provider} account was disconnected from ${account}. It can no longer be used to sign in. If this wasn’t you, change your password immediately at ${siteUrl}/settings/account.`,
  }),
}

const notices = {
  password_changed: ({ account, siteUrl }: Subject) => ({
    subject: 'Your password was changed',
    text: `The password for ${account} was changed. ${accountAdvice(siteUrl)} ${resetAdvice(siteUrl)}`,
  }),
  factor_added: ({ account }: Subject) => ({
    subject: 'Two-factor authentication was turned on',
    text: `An authenticator app was added to ${account}. You now need its code to sign in. If this wasn’t you, request a new password and contact the operator of the site.`,
  }),
  factor_removed: ({ account }: Subject) => ({
    subject: 'An authenticator app was removed',
    text: `An authenticator app was removed from ${account}. If this wasn’t you, change your password immediately.`,
  }),
  recovery_codes_made: ({ account, siteUrl }: Subject) => ({
    subject: 'New recovery codes were created for your account',
    text: `New recovery codes were created for ${account}. Earlier codes no longer work. If this wasn’t you, change your password immediately and create new codes at ${siteUrl}/settings/security.`,
  }),
  recovery_codes_removed: ({ account, siteUrl }: Subject) => ({
    subject: 'Your recovery codes were removed',
    text: `The recovery codes for ${account} were removed. If this wasn’t you, change your password immediately and create new codes at ${siteUrl}/settings/security.`,
  }),
  recovery_code_used: ({ account, siteUrl }: Subject) => ({
    subject: 'A recovery code was used to sign in',
    text: `Someone signed in to ${account} with one of your recovery codes, which no longer works. If this wasn’t you, change your password immediately and create new codes at ${siteUrl}/settings/security.`,
  }),
  passkey_added: ({ account, siteUrl }: Subject) => ({
    subject: 'A passkey was added to your account',
    text: `A passkey was added to ${account}. You can use it to sign in without your password. If this wasn’t you, remove it at ${siteUrl}/settings/security and change your password immediately.`,
  }),
  passkey_removed: ({ account }: Subject) => ({
    subject: 'A passkey was removed from your account',
    text: `A passkey was removed from ${account}. If this wasn’t you, change your password immediately.`,
  }),
  email_changed: ({ account }: Subject) => ({
    subject: 'Your email address was changed',
    text: `The email address of ${account} was changed. If this wasn’t you, contact the operator of the site.`,
  }),
}
