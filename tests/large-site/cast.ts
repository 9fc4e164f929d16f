/** The number of members. Their ids are 1 to 10,000, and their usernames `member1` to `member10000`. */
export const members = 10_000
/** The number of posts. Their ids are 1 to 50,000, in chronological order. */
export const posts = 50_000

// The ids of the members and the post that the tests use.

/** Everyone follows this member, who wrote a tenth of the posts and has half of the GitHub events and most of the
 *  mentions. */
export const star = 1
/** Follows 200 members and has muted 500. */
export const reader = 3
/** Has 20 livestreams, all of them scheduled. */
export const streamer = 11

/** The star's post that everyone likes and that most mentions are about. */
export const likedPost = 10
