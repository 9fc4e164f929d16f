import { shownDevice } from '#kernel/device-name.ts'
import { locale, t } from '#messages/messages.ts'
import type { Locale } from '#messages/locales.ts'
import { inMemberLanguage } from '#kernel/translation.ts'
import { accountText, type Mail, type Mailer } from '#providers/mail/mail.ts'
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
export async function sendQueuedEmail(
  auth: Auth,
  mailer: Mailer,
  queued: QueuedEmail & { locale?: Locale | null | undefined },
): Promise<void> {
  const userId =
    'userId' in queued || queued.kind === 'email_changed'
      ? queued.userId
      : (await findUserByEmail(auth.db, queued.email))?.id
  const known = userId === undefined ? null : await auth.memberLanguage(auth.issuer, userId)
  const mails = await inMemberLanguage(known ?? queued.locale ?? null, () => compose(auth, queued))
  for (const mail of mails) await mailer.send(mail)
}

async function compose(auth: Auth, queued: QueuedEmail): Promise<Mail[]> {
  if (queued.kind === 'signup') return signUpMails(auth, queued.email, queued.userId ?? null, queued.next)
  if (queued.kind === 'recovery') return recoveryMails(auth, queued.email, queued.next)
  if (queued.kind === 'magiclink') return signInMails(auth, queued.email, queued.next)
  if (queued.kind === 'email_change') return emailChangeMails(auth, queued.email, queued.next)
  if (queued.kind === 'new_sign_in') return [await newSignInMail(auth, queued)]
  if (queued.kind === 'email_changed') return [await emailChangedMail(auth, queued)]
  const subject = await subjectOf(auth, await findUserByEmail(auth.db, queued.email))
  if ('provider' in queued) return [{ to: queued.email, ...accountNotices[queued.kind](subject, queued.provider) }]
  return [{ to: queued.email, ...notices[queued.kind](subject) }]
}

/** What an email is about. `account`: see {@link accountText}. */
interface Subject {
  account: string
  siteUrl: string
}

/** @param user null if the account is unknown */
async function subjectOf(auth: Auth, user: Pick<User, 'id'> | null): Promise<Subject> {
  const { siteUrl } = auth
  const [username] = user ? await auth.memberNames(auth.issuer, user.id) : []
  return { account: accountText(siteUrl, username ?? null), siteUrl }
}

async function signUpMails(auth: Auth, email: string, userId: string | null, next: string): Promise<Mail[]> {
  const known = await findUserByEmail(auth.db, email)
  if (known?.confirmedAt) return userId ? [alreadyRegistered(email, await subjectOf(auth, known))] : []
  const attempt = userId ? await findUser(auth.db, userId) : known
  if (!attempt) return []
  const link = await linkFor(auth, attempt, 'signup', 'signup', linkMs, next)
  const { username } = profileOf(attempt.metadata)
  const text = username
    ? t(
        'Someone signed up at {siteName} ({siteUrl}) with this email address and the username {username}. To finish signing up, open this link and press Continue:',
        { siteName: auth.siteName(), siteUrl: auth.siteUrl, username },
      )
    : t(
        'Someone signed up at {siteName} ({siteUrl}) with this email address. To finish signing up, open this link and press Continue:',
        { siteName: auth.siteName(), siteUrl: auth.siteUrl },
      )
  return [{ to: email, subject: t('Confirm your email address'), text, link, after: ifNotYou() }]
}

const ifNotYou = () =>
  t(
    'The link works for one hour. If this wasn’t you, ignore this email: if you don’t confirm the address, the account is deleted after a day.',
  )

async function recoveryMails(auth: Auth, email: string, next: string): Promise<Mail[]> {
  const user = await findUserByEmail(auth.db, email)
  if (!user) return []
  if (!user.confirmedAt) return signUpMails(auth, email, null, next)
  const link = await linkFor(auth, user, 'recovery', 'recovery', recoveryMs, next)
  await markRecoverySent(auth.db, user.id, nowOf(auth))
  const { account } = await subjectOf(auth, user)
  const text = t(
    'Someone requested a new password for your account {account}. To set one, open this link and press Continue:',
    { account },
  )
  const after = t('The link works for ten minutes. If this wasn’t you, ignore this email. Your password won’t change.')
  return [{ to: email, subject: t('Set a new password'), text, link, after, resetFor: user.id }]
}

async function signInMails(auth: Auth, email: string, next: string): Promise<Mail[]> {
  const user = await findUserByEmail(auth.db, email)
  if (!user) return []
  // These accounts need something else first: a confirmed address, or a password of the member's own.
  if (!user.confirmedAt || user.mustChangePassword) return recoveryMails(auth, email, next)
  const link = await linkFor(auth, user, 'magiclink', 'magiclink', signInMs, next)
  const { account } = await subjectOf(auth, user)
  const text = t(
    'Someone requested a link to sign in to your account {account}. To sign in, open this link and press Continue:',
    { account },
  )
  return [{ to: email, subject: t('Your sign-in link'), text, link, after: signInAdvice() }]
}

const signInAdvice = () =>
  t(
    'The link works once, for 15 minutes. Anyone who has it can sign in to your account, so don’t forward this email. If you didn’t request it, ignore this email.',
  )

async function emailChangeMails(auth: Auth, email: string, next: string): Promise<Mail[]> {
  const user = await findUserByEmail(auth.db, email)
  if (!user?.newEmail) return []
  const subject = t('Confirm your new email address')
  const { account, siteUrl } = await subjectOf(auth, user)
  const text = t(
    'Someone asked to change the email address of your account {account} from {email} to {newEmail}. The change takes effect once you have opened the links in both emails and pressed Continue:',
    { account, email: user.email, newEmail: user.newEmail },
  )
  const linkOf = (kind: TokenKind) => linkFor(auth, user, kind, 'email_change', linkMs, next)
  return [
    {
      to: user.email,
      subject,
      text,
      link: await linkOf('email_change_current'),
      after: t(
        'The link works for one hour. If this wasn’t you, don’t open it, and change your password at {siteUrl}/settings/account.',
        { siteUrl },
      ),
    },
    {
      to: user.newEmail,
      subject,
      text,
      link: await linkOf('email_change_new'),
      after: t('The link works for one hour. If this wasn’t you, ignore this email.'),
    },
  ]
}

async function linkFor(auth: Auth, user: User, kind: TokenKind, type: string, lifeMs: number, next: string) {
  return landingLink(auth.siteUrl, type, await createToken(auth, user.id, kind, lifeMs), next)
}

type EmailChanged = Extract<QueuedEmail, { kind: 'email_changed' }>

/** Goes to the former address, which may belong to another account by now. */
async function emailChangedMail(auth: Auth, { email, userId }: EmailChanged): Promise<Mail> {
  const { account, siteUrl } = await subjectOf(auth, userId === undefined ? null : { id: userId })
  const text = [
    t('The email address of your account {account} was changed.', { account }),
    passwordAdvice(siteUrl),
    t('If you can’t sign in, contact the operator of the site.'),
  ].join(' ')
  return { to: email, subject: t('Your email address was changed'), text }
}

const alreadyRegistered = (to: string, { account, siteUrl }: Subject): Mail => ({
  to,
  subject: t('You already have an account'),
  text: t(
    'Someone tried to sign up with the email address of your account {account}. To use your account, sign in at {siteUrl}/login, or request a new password at {siteUrl}/login?tab=forgot. If this wasn’t you, ignore this email.',
    { account, siteUrl },
  ),
})

type NewSignIn = Extract<QueuedEmail, { kind: 'new_sign_in' }>

/** How someone signed in, if not with a password. */
const newSignInTexts: Record<string, (account: string) => string> = {
  recovery: (account) =>
    t('Someone signed in to your account {account} on a new device with a password reset link.', { account }),
  otp: (account) =>
    t('Someone signed in to your account {account} on a new device with a link from an email.', { account }),
  passkey: (account) => t('Someone signed in to your account {account} on a new device with a passkey.', { account }),
  oauth: (account) =>
    t('Someone signed in to your account {account} on a new device with a connected account.', { account }),
}

async function newSignInMail(auth: Auth, { email, userId, device: name, network, at, method }: NewSignIn) {
  const device = shownDevice(name)
  const { account, siteUrl } = await subjectOf(auth, { id: userId })
  const text = [
    newSignInTexts[method]?.(account) ?? t('Someone signed in to your account {account} on a new device.', { account }),
    [
      t('Device: {device}', { device }),
      t('Network: {network}', { network }),
      t('Time: {time}', { time: timeText(at) }),
    ].join('\n'),
    t('If this was you, you don’t need to do anything.'),
    [
      method === 'oauth' ? accountAdvice(siteUrl) : passwordAdvice(siteUrl),
      t('This also signs out all other devices.'),
      resetAdvice(siteUrl),
      t('Recent sign-ins are listed at {siteUrl}/settings/security.', { siteUrl }),
    ].join(' '),
  ].join('\n\n')
  return { to: email, subject: t('New sign-in on {siteName}: {device}', { siteName: auth.siteName(), device }), text }
}

const passwordAdvice = (siteUrl: string): string =>
  t('If this wasn’t you, change your password immediately at {siteUrl}/settings/account.', { siteUrl })

/** Changing the password does not disconnect accounts. */
const accountAdvice = (siteUrl: string): string =>
  t(
    'If this wasn’t you, disconnect accounts you don’t recognize at {siteUrl}/settings/account and change your password.',
    { siteUrl },
  )

const resetAdvice = (siteUrl: string): string =>
  t('If you can’t sign in, request a new password at {siteUrl}/login?tab=forgot.', { siteUrl })

const timeText = (iso: string): string =>
  `${new Date(iso).toLocaleString(locale(), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`

const accountNotices = {
  account_connected: ({ account, siteUrl }: Subject, provider: string) => ({
    subject: t('Your {provider} account was connected', { provider }),
    text: t(
      'A {provider} account was connected to your account {account}. It can now be used to sign in. If this wasn’t you, disconnect it at {siteUrl}/settings/account and change your password immediately.',
      { provider, account, siteUrl },
    ),
  }),
  account_disconnected: ({ account, siteUrl }: Subject, provider: string) => ({
    subject: t('Your {provider} account was disconnected', { provider }),
    text: t(
      'A {provider} account was disconnected from your account {account}. It can no longer be used to sign in. If this wasn’t you, change your password immediately at {siteUrl}/settings/account.',
      { provider, account, siteUrl },
    ),
  }),
}

const notices = {
  password_changed: ({ account, siteUrl }: Subject) => ({
    subject: t('Your password was changed'),
    text: [
      t('The password for your account {account} was changed.', { account }),
      accountAdvice(siteUrl),
      resetAdvice(siteUrl),
    ].join(' '),
  }),
  factor_added: ({ account, siteUrl }: Subject) => ({
    subject: t('Two-factor authentication was turned on'),
    text: t(
      'An authenticator app was added to your account {account}. You now need its code to sign in. If this wasn’t you, request a new password at {siteUrl}/login?tab=forgot and contact the operator of the site.',
      { account, siteUrl },
    ),
  }),
  factor_removed: ({ account, siteUrl }: Subject) => ({
    subject: t('An authenticator app was removed'),
    text: [
      t('An authenticator app was removed from your account {account}.', { account }),
      passwordAdvice(siteUrl),
      resetAdvice(siteUrl),
    ].join(' '),
  }),
  recovery_codes_made: ({ account, siteUrl }: Subject) => ({
    subject: t('New recovery codes were created for your account'),
    text: t(
      'New recovery codes were created for your account {account}. Earlier codes no longer work. If this wasn’t you, change your password immediately and create new codes at {siteUrl}/settings/security.',
      { account, siteUrl },
    ),
  }),
  recovery_codes_removed: ({ account, siteUrl }: Subject) => ({
    subject: t('Your recovery codes were removed'),
    text: t(
      'The recovery codes for your account {account} were removed. If this wasn’t you, change your password immediately and create new codes at {siteUrl}/settings/security.',
      { account, siteUrl },
    ),
  }),
  recovery_code_used: ({ account, siteUrl }: Subject) => ({
    subject: t('A recovery code was used to sign in'),
    text: t(
      'Someone signed in to your account {account} with one of your recovery codes, which no longer works. If this wasn’t you, change your password immediately and create new codes at {siteUrl}/settings/security.',
      { account, siteUrl },
    ),
  }),
  passkey_added: ({ account, siteUrl }: Subject) => ({
    subject: t('A passkey was added to your account'),
    text: t(
      'A passkey was added to your account {account}. You can use it to sign in without your password. If this wasn’t you, remove it at {siteUrl}/settings/security and change your password immediately.',
      { account, siteUrl },
    ),
  }),
  passkey_removed: ({ account, siteUrl }: Subject) => ({
    subject: t('A passkey was removed from your account'),
    text: [
      t('A passkey was removed from your account {account}.', { account }),
      passwordAdvice(siteUrl),
      resetAdvice(siteUrl),
    ].join(' '),
  }),
}
