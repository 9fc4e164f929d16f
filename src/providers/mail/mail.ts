export interface Mail {
  to: string
  subject: string
  text: string
  /** Stands on a line of its own after the text. */
  link?: string
  /** What follows the link. */
  after?: string
  /** The account whose password it resets: without a mail server, an administrator creates the link instead. */
  resetFor?: string
  /** The same in HTML, beside the text. */
  html?: string
  /** Where a POST without signing in ends mails of this sort: mail programs show it as a button. Source: RFC 8058. */
  unsubscribeUrl?: string
}

/** Takes a mail to its recipient. Called from jobs: a throw is tried again later. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** Sends through the mail server; null where the settings name none. */
    mailer: Mailer | null
  }
}

export const bodyOf = ({ text, link, after }: Mail): string => [text, link, after].filter(Boolean).join('\n\n')
