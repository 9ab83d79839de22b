/** Whom a model works for. */
export const USER =
  "(?:users?|operators?|humans?|developers?|owners?|admin(?:istrator)?s?|maintainers?|person)";
/** What `USER` needs. */
export const USERS = "user|operator|human|developer|owner|admin|maintainer|person";
