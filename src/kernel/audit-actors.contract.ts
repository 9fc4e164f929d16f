/** Who can act: a member, someone not signed in, the operator on the command line, or the site itself. */
export const auditActors = ['member', 'visitor', 'operator', 'site'] as const
export type AuditActorKind = (typeof auditActors)[number]
