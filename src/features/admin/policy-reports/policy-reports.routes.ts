import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { parsedJson } from '#kernel/json-body.ts'
import { tooMany } from '#kernel/limits.ts'
import { deletePolicyReports, getPolicyReports, sendPolicyReports } from './policy-reports.contract.ts'
import { deleteReports, listPolicyReports, recordViolations } from './policy-reports.store.ts'
import { reportedIn, violationOf } from './report-body.ts'

const maxBytes = 32 * 1024
const ofSite = { name: 'policy reports of the site', max: 600, perSeconds: 600 }

export const policyReportRoutes = [
  implement(sendPolicyReports, async ({ request, ctx, consume }) => {
    const reported = reportedIn(await readReports(request))
    if (!reported) throw new AppError('invalid_input', t('The body is not a Content Security Policy report.'))
    const site = {
      origins: [new URL(ctx.siteUrl).origin, new URL(request.url).origin],
      isKnown: ctx.sitePaths.isTaken,
    }
    const violations = reported.flatMap((one) => violationOf(one, site) ?? [])
    if (violations.length === 0) return null
    const waitSeconds = await consume(ofSite, 'site')
    if (waitSeconds !== null) throw tooMany(waitSeconds)
    await recordViolations(ctx.db, violations)
    return null
  }),
  implement(getPolicyReports, async ({ ctx }) => ({ reports: await listPolicyReports(ctx.db) })),
  implement(deletePolicyReports, async ({ member, ctx }) => {
    await inTransaction(ctx.db, async (db) => {
      const reports = await deleteReports(db)
      if (reports > 0) await audit(db, { action: 'policy_reports.deleted', actor: member.id, details: { reports } })
    })
    return null
  }),
]

const reportType = /^application\/(reports\+json|csp-report)\s*(;|$)/i

/** @throws AppError unsupported_type, too_large, invalid_input */
async function readReports(request: Request): Promise<unknown> {
  if (!reportType.test(request.headers.get('content-type') ?? ''))
    throw new AppError('unsupported_type', t('The body must be application/reports+json or application/csp-report.'))
  return parsedJson(request, maxBytes)
}
