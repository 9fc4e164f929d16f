import { oneOf, optionalText } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'
import { auditActors } from '#kernel/audit-actors.contract.ts'

/** The audit log, for administrators. Every page loads this, so the filter is validated only by the API. */
export const adminAuditAddress = address('/admin/audit', {
  query: {
    action: optionalText(61),
    who: oneOf(auditActors),
    member: optionalText(40),
    from: optionalText(10),
    to: optionalText(10),
  },
})
