import { createTransport } from 'nodemailer'
import { bodyOf, type Mailer } from './mail.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, or smtps. */
  url: string
  /** The sender, such as `Devstead <hello@example.org>`. */
  from: string
}

const timeoutMs = 20_000

/** Sends emails through a mail server over SMTP. */
export function smtpMailer({ url, from }: SmtpOptions): Mailer & { close(): void } {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport(
    { url, ...limits, disableFileAccess: true, disableUrlAccess: true },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  return {
    async send(mail) {
      const { to, replyTo, subject, html, unsubscribeUrl } = mail
      await transport.sendMail({
        to: { name: '', address: to },
        ...(replyTo && { replyTo }),
        subject,
        text: bodyOf(mail),
        ...(html !== undefined && { html }),
        ...(unsubscribeUrl !== undefined && { headers: oneClick(unsubscribeUrl) }),
      })
    },
    close: () => transport.close(),
  }
}

const oneClick = (unsubscribeUrl: string) => ({
  'List-Unsubscribe': `<${unsubscribeUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
