export interface Mail {
  to: string
  subject: string
  text: string
  /** Stands on a line of its own after the text. */
  link?: string
  /** What follows the link. */
  after?: string
}

/** Takes a mail to its recipient. Called from jobs: a throw is tried again later. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

export const bodyOf = ({ text, link, after }: Mail): string => [text, link, after].filter(Boolean).join('\n\n')
