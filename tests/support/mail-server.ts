import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  from: string
  /** The complete message as received. */
  text: string
}
export interface MailServer {
  /** The value to use for SMTP_URL. */
  url: string
  received: ReceivedMail[]
  /** Removes and returns the oldest email to that address. `plain`: the message without soft line breaks; only `=3D` is
   *  decoded. @throws Error if no email arrives within ten seconds */
  mailTo(address: string): Promise<{ subject: string; plain: string; link: string | null }>
  close(): Promise<void>
}

/** Starts a mail server on a free port that stores the emails it receives. With `refuse`, it rejects every
 *  recipient; with `requiresPassword`, every password. */
export async function startMailServer({ refuse = false, requiresPassword = false } = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: !requiresPassword,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) => done(refuse ? new Error('No such mailbox') : null),
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = mailFrom ? mailFrom.address : ''
        received.push({ to: rcptTo.map(({ address }) => address), from, text: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' && address ? address.port : 0

  async function mailTo(recipient: string) {
    for (let tries = 0; tries < 100; tries++) {
      const i = received.findIndex(({ to }) => to.includes(recipient))
      if (i >= 0) return partsOf(received.splice(i, 1)[0]!)
      await sleep(100)
    }
    throw new Error(`No email to ${recipient} arrived.`)
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    mailTo,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

function partsOf({ text }: ReceivedMail) {
  // Decodes the subset of quoted-printable that our emails use.
  const plain = text.replaceAll('\r\n', '\n').replaceAll('=\n', '').replaceAll('=3D', '=')
  return { plain, subject: /^Subject: (.*)$/m.exec(plain)?.[1] ?? '', link: /^https?:\S+$/m.exec(plain)?.[0] ?? null }
}
