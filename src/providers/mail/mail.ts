import { t } from '#messages/messages.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** Shown on a separate line after the text. */
  link?: string
  /** Text after the link. */
  after?: string
  /** The account whose password the link resets: without a mail server, an administrator creates the link instead. */
  resetFor?: string
  /** Where replies go, if not to the site's address. */
  replyTo?: { name: string; address: string }
  /** HTML version of the text. */
  html?: string
  /** URL for one-click unsubscribing by POST without signing in; mail clients show a button for it. Source: RFC
   *  8058. */
  unsubscribeUrl?: string
}

/** Sends emails. Called from jobs, which are retried if it throws. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** Sends through the mail server; null if no mail server is configured. */
    mailer: Mailer | null
  }
}

/** Returns, for example, '@alice at https://devstead.example', for use after “your account”. @param username null if
 *  unknown */
export const accountText = (siteUrl: string, username: string | null): string =>
  username === null ? t('at {siteUrl}', { siteUrl }) : t('@{username} at {siteUrl}', { username, siteUrl })

export const bodyOf = ({ text, link, after }: Mail): string => [text, link, after].filter(Boolean).join('\n\n')
