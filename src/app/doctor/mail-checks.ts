import type { Resolver } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import { isPublicHost } from '#kernel/public-address.ts'
import { smtpMailer, type SmtpOptions } from '#providers/mail/smtp.ts'
import { type Finding, reasonOf, report } from './finding.ts'

const timeoutMs = 10_000
const { ok, warning, error } = report('mail')

/** Connects to the mail server, signs in, and checks the DNS records that protect the sender's domain. */
export async function checkMail(smtp: SmtpOptions, resolver: Resolver): Promise<Finding[]> {
  const domain = /@([^\s>@]+)>?\s*$/.exec(smtp.from)?.[1] ?? ''
  if (domain === '')
    return [
      error(
        `MAIL_FROM has no email address: ${smtp.from}`,
        'Set MAIL_FROM to an address such as Site <hello@example.org>.',
      ),
    ]
  const server = await connectFinding(smtp)
  if (!isPublicHost(domain)) return [server]
  return [server, ...(await Promise.all([spfFinding(domain, resolver), dmarcFinding(domain, resolver)]))]
}

async function connectFinding({ url }: SmtpOptions): Promise<Finding> {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true })
  const { host } = new URL(url)
  try {
    await transport.verify()
    return ok(`The mail server ${host} accepts connections${new URL(url).username ? ' and the password' : ''}.`)
  } catch (reason) {
    const isAuth = reason instanceof Error && 'code' in reason && reason.code === 'EAUTH'
    return error(
      `The mail server ${host} ${isAuth ? 'rejects the user name or password' : 'cannot be used'}: ${reasonOf(reason)}.`,
      isAuth
        ? 'Correct the user name and password in SMTP_URL.'
        : 'Check the host and port in SMTP_URL, and make sure that the firewall allows outgoing mail.',
    )
  } finally {
    transport.close()
  }
}

async function spfFinding(domain: string, resolver: Resolver): Promise<Finding> {
  const records = (await textRecords(domain, resolver)).filter((text) => /^v=spf1(\s|$)/i.test(text))
  if (records.length === 1) return ok(`${domain} has an SPF record: ${records[0]}`)
  if (records.length > 1)
    return error(
      `${domain} has ${records.length} SPF records, so receivers ignore all of them.`,
      'Merge the SPF records into one TXT record.',
    )
  return warning(
    `${domain} has no SPF record, so receivers may treat the site’s email as spam.`,
    `Add your mail provider’s TXT record to ${domain}, such as "v=spf1 include:PROVIDER ~all".`,
  )
}

async function dmarcFinding(domain: string, resolver: Resolver): Promise<Finding> {
  const organization = domain.split('.').slice(-2).join('.')
  for (const name of new Set([domain, organization])) {
    const record = (await textRecords(`_dmarc.${name}`, resolver)).find((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (record !== undefined) return ok(`${domain} has a DMARC record: ${record}`)
  }
  return warning(
    `${domain} has no DMARC record, so anyone can send email in its name.`,
    `Add the TXT record "v=DMARC1; p=none" to _dmarc.${domain}, and set up DKIM with your mail provider.`,
  )
}

/** Returns the name's TXT records; none if the name does not exist or cannot be resolved. */
const textRecords = async (name: string, resolver: Resolver): Promise<string[]> =>
  (await resolver.resolveTxt(name).catch(() => [])).map((parts) => parts.join(''))

/** Sends a test email. */
export async function sendTestEmail(smtp: SmtpOptions, to: string, siteUrl: string): Promise<Finding> {
  const mailer = smtpMailer(smtp)
  try {
    await mailer.send({
      to,
      subject: 'Test email from your site',
      text: `devstead doctor sent this email for ${siteUrl}. If it is not in your spam folder, email works.`,
    })
    return ok(`The mail server accepted a test email to ${to}. Check that it arrives and is not marked as spam.`)
  } catch (reason) {
    return error(
      `The mail server rejected the test email to ${to}: ${reasonOf(reason)}.`,
      'Check that MAIL_FROM is an address that this mail server may send from.',
    )
  } finally {
    mailer.close()
  }
}
