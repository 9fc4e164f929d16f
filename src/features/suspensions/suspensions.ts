/** Shuts members out of the site and lets them in again: what spans members, posts, reports and accounts. */
export interface Suspensions {
  /** Hides the member with all that they have published, shuts them out at once, and closes the reports of their posts. A
   *  second time it changes the reason. Without an `adminId` whoever runs the machine did it. @returns whether there is such a member
   *  @throws AppError provider_failed when the hosted provider could not be told; the member is shut out here all the same */
  suspend(memberId: number, by: { adminId: number | null; reason: string }): Promise<boolean>
  /** Takes it back: everything is where it was. Without a suspension it changes nothing. @throws as {@link suspend} */
  lift(memberId: number): Promise<void>
}

declare module '#kernel/http.ts' {
  interface Context {
    suspensions: Suspensions
  }
}
